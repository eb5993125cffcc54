import type { EncodingProfile, EncodingProfileBody, VideoCodec, WatermarkPlace } from '@kinora/contract'

/** A rung of the form. `key` keeps the row stable while its values change. */
export interface RungDraft {
  readonly key: number
  readonly lines: string
  readonly maxKbps: string
}

export interface WatermarkDraft {
  readonly corner: WatermarkPlace['corner']
  readonly margin: string
  readonly size: string
  readonly opacity: string
  /** The new image in base64; undefined keeps the current one. */
  readonly file: string | undefined
}

/** The values of the form. */
export interface ProfileDraft {
  readonly name: string
  readonly codecs: readonly VideoCodec[]
  readonly rungs: readonly RungDraft[]
  readonly maxFrameRate: EncodingProfileBody['maxFrameRate']
  readonly audio: EncodingProfileBody['audio']
  readonly keepsOriginal: boolean
  readonly perTitle: boolean
  readonly watermark: WatermarkDraft | null
}

export const newWatermark: Omit<WatermarkDraft, 'file'> = {
  corner: 'top-right',
  margin: '5',
  size: '12',
  opacity: '80',
}

/** @param name the name of the draft. A copy has no watermark, because the image belongs to the original. */
export function draftOf(profile: EncodingProfile, name: string, isCopy: boolean): ProfileDraft {
  const { codecs, rungs, maxFrameRate, audio, keepsOriginal, perTitle, watermark } = profile
  return {
    name,
    codecs,
    maxFrameRate,
    audio,
    keepsOriginal,
    perTitle,
    rungs: inOrder(
      rungs.map(({ lines, maxKbps }, key) => ({ key, lines: String(lines), maxKbps: String(maxKbps) })),
    ),
    watermark:
      watermark === null || isCopy
        ? null
        : {
            corner: watermark.corner,
            margin: String(watermark.margin),
            size: String(watermark.size),
            opacity: String(watermark.opacity),
            file: undefined,
          },
  }
}

/** The request body. Text that is not a number becomes a value that the schema rejects. */
export function bodyOf({ codecs, rungs, watermark, ...rest }: ProfileDraft): EncodingProfileBody {
  return {
    ...rest,
    codecs: [...codecs],
    rungs: rungs.map(({ lines, maxKbps }) => ({ lines: numberIn(lines), maxKbps: numberIn(maxKbps) })),
    watermark: watermark && {
      corner: watermark.corner,
      margin: numberIn(watermark.margin),
      size: numberIn(watermark.size),
      opacity: numberIn(watermark.opacity),
      ...(watermark.file !== undefined && { file: watermark.file }),
    },
  }
}

export function numberIn(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
}

/** Low to high; the same array if it is so already. Rungs without a number come last. */
export function inOrder(rungs: readonly RungDraft[]): readonly RungDraft[] {
  const sortKey = ({ lines }: RungDraft) => numberIn(lines) || Number.POSITIVE_INFINITY
  const isSorted = rungs.every((rung, n) => sortKey(rungs[n - 1] ?? rung) <= sortKey(rung))
  return isSorted
    ? rungs
    : rungs.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0))
}

const commonLines = [240, 360, 480, 720, 1080, 1440, 2160]

/** A suggestion for the next rung: the next common size, or else the largest one missing, with a bit rate in
 * proportion. */
export function nextRung(rungs: readonly RungDraft[]): RungDraft {
  const key = Math.max(-1, ...rungs.map((rung) => rung.key)) + 1
  const valid = rungs
    .map(({ lines, maxKbps }) => ({ lines: numberIn(lines), maxKbps: numberIn(maxKbps) }))
    .filter(({ lines, maxKbps }) => lines > 0 && maxKbps > 0)
    .toSorted((a, b) => a.lines - b.lines)
  const last = valid.at(-1)
  if (last === undefined) return { key, lines: '360', maxKbps: '1000' }
  const missing = commonLines.filter((size) => valid.every(({ lines }) => lines !== size))
  const lines = missing.find((size) => size > last.lines) ?? missing.at(-1)
  if (lines === undefined) return { key, lines: '', maxKbps: '' }
  const near = valid.findLast((rung) => rung.lines < lines) ?? last
  return {
    key,
    lines: String(lines),
    maxKbps: String(Math.round(near.maxKbps * (lines / near.lines) ** 1.5)),
  }
}
