declare global {
  var cspNonce: string | undefined
}

/** Nonce of the page for style sheets. Import this module before any module that writes one. */
export const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
globalThis.cspNonce = nonce
