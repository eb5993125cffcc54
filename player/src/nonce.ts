declare global {
  var cspNonce: string | undefined
}

/** The page's own nonce for style sheets; this module comes before any that writes one. */
export const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
globalThis.cspNonce = nonce
