// Before anything that makes styles: react-remove-scroll of Mantine's dialogs reads the nonce from this variable.
const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')

/** The nonce of this response's policy. Browsers hide the attribute from scripts, not the property. */
export const nonce = meta?.nonce ?? ''

Object.assign(globalThis, { __webpack_nonce__: nonce })
