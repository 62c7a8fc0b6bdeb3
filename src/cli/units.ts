/** Minutes and seconds, such as `62:05`. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${`${Math.floor(seconds % 60)}`.padStart(2, '0')}`
