import type { Plugin } from 'vite'

/** Adds the nonce of the page to the style sheets that media-chrome writes into its shadow roots, as a strict
 * content security policy requires. The page sets `globalThis.cspNonce` before anything else. */
export function styleNonce(): Plugin {
  return {
    name: 'style-nonce',
    transform: {
      filter: { id: /media-chrome\/dist\/.*\.js$/ },
      handler: (code) => code.replace(/<style(?=[ >])/g, `<style nonce="\${globalThis.cspNonce ?? ''}"`),
    },
  }
}
