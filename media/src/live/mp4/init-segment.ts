import type { AacFormat } from '../codecs/aac.ts'
import type { PictureSize } from '../codecs/h264.ts'
import { LIVE_TICKS } from '../source.ts'
import { ascii, box, fullBox, u8, u16, u32, zeros } from './box-writer.ts'

/** Track ID in every init segment: each has one track. */
export const TRACK_ID = 1

/** The init segment (ISO 14496-12 ftyp and moov) of an H.264 track, with a timescale of `LIVE_TICKS`.
 * @param config payload of avcC */
export function videoInit(config: Uint8Array, { width, height }: PictureSize): Uint8Array {
  const entry = box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    box('avcC', config),
  )
  return initOf(entry, 'vide', LIVE_TICKS, fullBox('vmhd', 0, 1, zeros(8)), { width, height })
}

/** The init segment of an AAC track, whose timescale is the sample rate.
 * @param config AudioSpecificConfig */
export function audioInit(config: Uint8Array, { sampleRate, channels }: AacFormat): Uint8Array {
  const decoderInfo = descriptor(5, config)
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(0, 0), decoderInfo)
  const stream = descriptor(3, u16(TRACK_ID), u8(0), decoder, descriptor(6, u8(2)))
  const entry = box(
    'mp4a',
    zeros(6),
    u16(1),
    zeros(8),
    u16(channels, 16),
    zeros(4),
    // A 16.16 number holds at most 65,535 Hz. Decoders read the rate from the AudioSpecificConfig.
    u16(sampleRate > 0xffff ? 0 : sampleRate, 0),
    fullBox('esds', 0, 0, stream),
  )
  return initOf(entry, 'soun', sampleRate, fullBox('smhd', 0, 0, zeros(4)), { width: 0, height: 0 })
}

function initOf(
  entry: Uint8Array,
  handler: 'vide' | 'soun',
  timescale: number,
  mediaHeader: Uint8Array,
  { width, height }: PictureSize,
): Uint8Array {
  const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
  const movie = fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, timescale, 0, 0x10000),
    u16(0x100),
    zeros(10),
    matrix,
    zeros(24),
    u32(TRACK_ID + 1),
  )
  const volume = handler === 'soun' ? 0x100 : 0
  const trackHeader = fullBox(
    'tkhd',
    0,
    3,
    u32(0, 0, TRACK_ID, 0, 0),
    zeros(8),
    u16(0, 0, volume, 0),
    matrix,
    u32(width << 16, height << 16),
  )
  const undetermined = u16(0x55c4, 0)
  const media = box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0, 0, timescale, 0), undetermined),
    fullBox('hdlr', 0, 0, u32(0), ascii(handler), zeros(13)),
    box(
      'minf',
      mediaHeader,
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      box(
        'stbl',
        fullBox('stsd', 0, 0, u32(1), entry),
        ...['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, 0, u32(0))),
        fullBox('stsz', 0, 0, u32(0, 0)),
      ),
    ),
  )
  const extends_ = box('mvex', fullBox('trex', 0, 0, u32(TRACK_ID, 1, 0, 0, 0)))
  return new Uint8Array([
    ...box('ftyp', ascii('iso6'), u32(0), ascii('iso6cmfcmp41')),
    ...box('moov', movie, box('trak', trackHeader, media), extends_),
  ])
}

/** A descriptor of ISO 14496-1, whose content is shorter than 128 bytes. */
function descriptor(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const body = content.flatMap((part) => [...part])
  return u8(tag, body.length, ...body)
}
