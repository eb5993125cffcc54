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

/** Leaves out the parts of hls.js for what Kinora never delivers: segments that are not fragmented MP4, keys of
 * others, content steering, interstitials, tracks of still frames and ID3. Players report no CMCD either.
 * @throws if hls.js has changed */
export function hlsParts(): Plugin {
  const controllers =
    /^ {2}(?:eme|cmcd|contentSteering|iframe|interstitials|id3Track)Controller: \w+(?= ?,?$)/gm
  const formats =
    /(?<=\n {2}remux: PassThroughRemuxer\n\})(?:, \{\n {2}demux: \w+,\n {2}remux: MP4Remuxer\n\})+\];\n\{\n.*?\n\}(?=\n)/s
  return {
    name: 'hls-parts',
    transform: {
      filter: { id: /hls\.js\/dist\/hls\.mjs$/ },
      handler(code) {
        if (code.match(controllers)?.length !== 6 || !formats.test(code)) this.error('hls.js has changed')
        return code.replace(controllers, (part) => part.replace(/\w+$/, 'undefined')).replace(formats, '];')
      },
    },
  }
}
