/** hls.js with interstitials, which only guided ads need. */
export { default as GuidedHls } from 'hls.js/dist/hls.mjs?guided'
