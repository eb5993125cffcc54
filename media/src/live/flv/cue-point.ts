import { Scte35Fault } from '../../scte35/fault.ts'
import { scte35Bytes } from '../../scte35/text.ts'
import { scte35Cues } from '../scte35-cues.ts'
import { type BadSourceCue, LIVE_TICKS, type SourceCue } from '../source.ts'

/** An AMF0 value in script data. */
export type ScriptValue =
  | number
  | boolean
  | string
  | null
  | undefined
  | ReadonlyMap<string, ScriptValue>
  | readonly ScriptValue[]

type Fields = ReadonlyMap<string, ScriptValue>

/** Names of cue messages: `onCuePoint` of Adobe, `onAdCue` of Adobe Primetime. */
const NAMES: readonly ScriptValue[] = ['onCuePoint', 'onAdCue']
/** Fields that encoders use for the SCTE-35 message. */
const MESSAGE_FIELDS = ['cue', 'scte35', 'message', 'data', 'base64', 'payload']
const TICKS_PER_MS = LIVE_TICKS / 1000
/** A time that differs more from the time of its message belongs to another clock. */
const MAX_LATE_S = 5
const MAX_LEAD_S = 60
const MAX_ID_CHARS = 200
/** Start of a section in base64 or hex: a byte of 0xFC, then a byte below 0x40. */
const MESSAGE = /^(?:\/[A-D]|(?:0x)?fc[0-3])/i

/** Reads the cues in a script data message, in the formats of Adobe Primetime, AWS Elemental and YouTube: an SCTE-35
 * message, or fields.
 * @param timestampMs time of the message, on the clock of the video */
export function cuePointsOf(
  values: readonly ScriptValue[],
  timestampMs: number,
): (SourceCue | BadSourceCue)[] {
  const [name, ...rest] = values[0] === '@setDataFrame' ? values.slice(1) : values
  if (!NAMES.includes(name)) return []
  const fields = fieldsOf(rest)
  if (fields === null) return [{ kind: 'bad-cue', origin: 'cuepoint', reason: 'fields' }]
  const ptsTicks = Math.round(timeOf(fields, timestampMs) * TICKS_PER_MS)
  const message = messageOf(fields)
  if (message !== null) return messageCues(message, ptsTicks, durationOf(fields))
  return [
    {
      kind: 'cue',
      what: whatOf(fields),
      eventId: idOf(fields),
      ptsTicks,
      durationS: durationOf(fields),
      raw: null,
      origin: 'cuepoint',
    },
  ]
}

/** Fields of the message. Some encoders nest them in another object. */
function fieldsOf(values: readonly ScriptValue[]): Fields | null {
  const fields = values.find(isFields)
  if (fields === undefined) return null
  const parameters = fields.get('parameters')
  return isFields(parameters) ? new Map([...parameters, ...fields]) : fields
}

function isFields(value: ScriptValue): value is Fields {
  return value instanceof Map
}

/** Time of a cue in ms: its `time` field, or the timestamp of the message. */
function timeOf(fields: Fields, timestampMs: number): number {
  const time = numberIn(fields, 'time')
  const lead = time === null ? null : time - timestampMs / 1000
  if (lead !== null && lead > -MAX_LATE_S && lead < MAX_LEAD_S) return timestampMs + lead * 1000
  const [preRoll, elapsed] = ['pre_roll_time_sec', 'elapsed'].map((key) => numberIn(fields, key) ?? 0)
  return timestampMs + Math.min(preRoll ?? 0, MAX_LEAD_S) * 1000 - Math.max(0, elapsed ?? 0) * 1000
}

/** Reads the cues of an SCTE-35 message. Its own times are ignored, because they are on the clock of the encoder's
 * input. */
function messageCues(
  message: string,
  ptsTicks: number,
  durationS: number | null,
): (SourceCue | BadSourceCue)[] {
  try {
    return scte35Cues(scte35Bytes(message)).map((cue) =>
      cue.kind === 'bad-cue'
        ? { ...cue, origin: 'cuepoint' }
        : { ...cue, ptsTicks, durationS: cue.durationS ?? durationS, origin: 'cuepoint' },
    )
  } catch (error) {
    if (!(error instanceof Scte35Fault)) throw error
    return [{ kind: 'bad-cue', origin: 'cuepoint', reason: error.reason }]
  }
}

function messageOf(fields: Fields): string | null {
  const isScte35 = ['type', 'name'].some((key) => /scte[-_:]?35/i.test(textIn(fields, key)))
  const texts = MESSAGE_FIELDS.map((key) => textIn(fields, key)).filter((text) => text !== '')
  const message = texts.find((text) => MESSAGE.test(text.trim()))
  return message ?? (isScte35 ? (texts[0] ?? null) : null)
}

function whatOf(fields: Fields): SourceCue['what'] {
  const start = fields.get('cue_point_start')
  if (typeof start === 'boolean') return start ? 'out' : 'in'
  const words = ['cue', 'event', 'name', 'type'].map((key) => textIn(fields, key)).join(' ')
  if (/out|start|begin/i.test(words)) return 'out'
  if (/(splice|cue|ad|break)[-_ ]?(in|end|stop)/i.test(words)) return 'in'
  return durationOf(fields) === null ? 'other' : 'out'
}

function durationOf(fields: Fields): number | null {
  const known = ['duration', 'break_duration_sec', 'breakDuration'].map((key) => numberIn(fields, key))
  return known.find((value) => value !== null && value > 0) ?? null
}

function idOf(fields: Fields): string | null {
  const ids = ['id', 'Id', 'eventId', 'splice_event_id'].map((key) => fields.get(key))
  const id = ids.find((value) => typeof value === 'string' || typeof value === 'number')
  return id === undefined || id === '' ? null : String(id).slice(0, MAX_ID_CHARS)
}

function textIn(fields: Fields, key: string): string {
  const value = fields.get(key)
  return typeof value === 'string' ? value : ''
}

/** Reads a number field. Some encoders send numbers as strings. */
function numberIn(fields: Fields, key: string): number | null {
  const value = fields.get(key)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
