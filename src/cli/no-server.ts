/** What a command says when nothing answers at a URL. */
export const noServerAt = (url: string): string =>
  `no server responds at ${url}; start it with npx hoarfrost serve, or give its address`
