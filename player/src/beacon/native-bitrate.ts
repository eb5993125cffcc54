/** Finds the bitrate during native HLS playback, where the browser does not report the variant. It is known if all variants
 * with the current video size have the same bitrate. */
export function followNativeBitrate(video: HTMLVideoElement): void {
  let text = ''
  async function follow(): Promise<void> {
    const { currentSrc, videoWidth, videoHeight } = video
    // With hls.js the source is a blob URL, and with WebRTC there is none.
    if (!/^https?:/.test(currentSrc) || videoHeight === 0) return
    let bitrate = bitrateOf(text, videoWidth, videoHeight)
    if (bitrate === null) {
      // New variants are added while a video is encoded.
      text = await fetch(currentSrc).then(
        (response) => (response.ok ? response.text() : ''),
        () => '',
      )
      bitrate = bitrateOf(text, videoWidth, videoHeight)
    }
    if (video.videoWidth !== videoWidth || video.currentSrc !== currentSrc) return
    if (bitrate === null) delete video.dataset.bitrate
    else video.dataset.bitrate = String(bitrate)
  }
  video.addEventListener('resize', follow)
  void follow()
}

/** The bitrate of a size in a multivariant playlist. Null if there is none or several. */
export function bitrateOf(playlist: string, width: number, height: number): number | null {
  const rates = [...playlist.matchAll(/^#EXT-X-STREAM-INF:(.*)$/gm)]
    .filter(([, variant = '']) => variant.includes(`RESOLUTION=${width}x${height}`))
    .map(([, variant = '']) => {
      const rate = /AVERAGE-BANDWIDTH=(\d+)/.exec(variant) ?? /BANDWIDTH=(\d+)/.exec(variant)
      return Number(rate?.[1] ?? 0)
    })
  const [first = 0, ...others] = new Set(rates)
  return first > 0 && others.length === 0 ? first : null
}
