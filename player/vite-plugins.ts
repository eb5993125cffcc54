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

/** Parts of hls.js for media that Kinora never delivers: MPEG-TS keyframes, encrypted segments, CEA-608 captions inside
 * the video, TTML. Each expression matches the one place through which hls.js reaches the code for it. */
const unusedParts: readonly [RegExp, string][] = [
  [
    /chunkMeta\.iframe && initSegmentData && TSDemuxer\.probe\(.*?\) \? initSegmentData : uintData/,
    'uintData',
  ],
  [/^EMEController\.CDMCleanupPromise = void 0;$/m, ''],
  [/new AESDecryptor\(\)/, 'undefined'],
  [/(?<=^ {4}this\.cea608Parser1 = )new Cea608Parser\(.*\)(?=;$)/m, 'undefined'],
  [/(?<=^ {4}this\.cea608Parser2 = )new Cea608Parser\(.*\)(?=;$)/m, 'undefined'],
  [/(?<=\n {2}_parseIMSC1\(data\) )\{\n.*?\n {2}\}(?=\n)/s, '{}'],
  [/(?<=\n {2}_fallbackToIMSC1\(data\) )\{\n.*?\n {2}\}(?=\n)/s, '{}'],
]

/** Leaves out the parts of hls.js for what Kinora never delivers: segments that are not fragmented MP4, keys of
 * others, content steering, tracks of still frames and ID3. Players neither report CMCD nor cap the quality when frames
 * are dropped. Interstitials are in the copy `?guided`, which pages load only for guided ads.
 * @throws if hls.js has changed */
export function hlsParts(): Plugin {
  const controllers =
    /^ {2}(?:eme|cmcd|contentSteering|fps|iframe|interstitials|id3Track)Controller: \w+(?= ?,?$)/gm
  const formats =
    /(?<=\n {2}remux: PassThroughRemuxer\n\})(?:, \{\n {2}demux: \w+,\n {2}remux: MP4Remuxer\n\})+\];\n\{\n.*?\n\}(?=\n)/s
  return {
    name: 'hls-parts',
    transform: {
      filter: { id: /hls\.js\/dist\/hls\.mjs(?:\?guided)?$/ },
      handler(code, id) {
        const isKnown = formats.test(code) && unusedParts.every(([part]) => part.test(code))
        if (code.match(controllers)?.length !== 7 || !isKnown) this.error('hls.js has changed')
        return unusedParts.reduce(
          (rest, [part, instead]) => rest.replace(part, instead),
          code
            .replace(controllers, (part) => (isUsed(part, id) ? part : part.replace(/\w+$/, 'undefined')))
            .replace(formats, '];'),
        )
      },
    },
  }
}

function isUsed(part: string, id: string): boolean {
  return id.endsWith('?guided') && part.includes('interstitialsController')
}
