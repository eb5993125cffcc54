/** A media file of an ad. */
export interface MediaFile {
  readonly url: string
  readonly type: string
  readonly delivery: string
  readonly width: number
  readonly height: number
  readonly bitrateKbps: number
}

/** Bitrate above which a better file makes no visible difference after encoding. */
export const ENOUGH_KBPS = 12_000

/** Chooses the media file to encode: a video file, or else an HLS playlist. Null if the ad has neither. */
export function chooseMedia(files: readonly MediaFile[]): MediaFile | null {
  const usable = files.filter((file) => file.delivery.toLowerCase() === 'progressive' && isVideo(file))
  const fitting = usable.filter(({ bitrateKbps }) => bitrateKbps <= ENOUGH_KBPS)
  const [best] = (fitting.length > 0 ? fitting : usable).toSorted(
    (a, b) =>
      (fitting.length > 0 ? b.bitrateKbps - a.bitrateKbps : a.bitrateKbps - b.bitrateKbps) ||
      b.width - a.width,
  )
  return best ?? files.find(isHls) ?? null
}

/** Types that ad servers send for any file. */
const GENERIC_TYPE = /^$|^(?:application|binary)\/octet-stream/i
const VIDEO_NAME = /\.(?:mp4|m4v|mov|webm|mkv|ts)(?:[?#]|$)/i

function isVideo({ url, type }: MediaFile): boolean {
  return /^(?:video\/|application\/mp4)/i.test(type) || (GENERIC_TYPE.test(type) && VIDEO_NAME.test(url))
}

function isHls({ url, type }: MediaFile): boolean {
  return /mpegurl/i.test(type) || (/^(?:video\/.*)?$/i.test(type) && /\.m3u8(?:[?#]|$)/i.test(url))
}
