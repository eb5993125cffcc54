import type { Plugin } from 'vite'

/**
 * Gives the style sheets that media-chrome writes into its shadow roots the page's nonce, without which a strict
 * content security policy refuses them. The page puts the nonce into `globalThis.cspNonce` first of all.
 */
export function styleNonce(): Plugin {
  return {
    name: 'style-nonce',
    transform: {
      filter: { id: /media-chrome\/dist\/.*\.js$/ },
      handler: (code) => code.replace(/<style(?=[ >])/g, `<style nonce="\${globalThis.cspNonce ?? ''}"`),
    },
  }
}
