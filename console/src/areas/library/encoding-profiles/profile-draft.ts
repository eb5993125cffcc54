import type { EncodingProfile, EncodingProfileBody, VideoCodec, WatermarkPlace } from '@kinora/contract'

/** A rung of the form. `id` keeps the row stable while its values change. */
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
    ...{ name, codecs, maxFrameRate, audio, keepsOriginal, perTitle },
    rungs: rungs.map(({ lines, maxKbps }, key) => ({ key, lines: String(lines), maxKbps: String(maxKbps) })),
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

function numberIn(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
}

/** A suggestion for the next rung: 1.5 times the lines and twice the bit rate. */
export function nextRung(rungs: readonly RungDraft[]): RungDraft {
  const key = Math.max(-1, ...rungs.map((rung) => rung.key)) + 1
  const last = rungs.at(-1)
  if (last === undefined) return { key, lines: '360', maxKbps: '1000' }
  const { lines, maxKbps } = { lines: numberIn(last.lines), maxKbps: numberIn(last.maxKbps) }
  if (Number.isNaN(lines + maxKbps)) return { key, lines: '', maxKbps: '' }
  const usual = [240, 360, 480, 720, 1080, 1440, 2160].find((size) => size > lines)
  return usual === undefined
    ? { key, lines: '', maxKbps: '' }
    : { key, lines: String(usual), maxKbps: String(Math.round(maxKbps * (usual / lines) ** 1.5)) }
}
