/** Where the browser plays HLS by itself, it does not say which variant: the playlist does, if only one bit rate has the
 * size of the picture. The bit rate stays unknown otherwise. */
export function followNativeBitrate(video: HTMLVideoElement): void {
  let text = ''
  async function follow(): Promise<void> {
    const { currentSrc, videoWidth, videoHeight } = video
    // With hls.js the address is that of a blob, and with WebRTC there is none.
    if (!/^https?:/.test(currentSrc) || videoHeight === 0) return
    let bitrate = bitrateOf(text, videoWidth, videoHeight)
    if (bitrate === null) {
      // Variants appear while a video is encoded.
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

/** The bit rate that a multivariant playlist declares for a size. Null if it has none or several. */
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
