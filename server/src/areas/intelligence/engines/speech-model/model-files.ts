import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of a speech model, as sherpa-onnx wants them. */
export type ModelFiles =
  | { readonly kind: 'whisper'; readonly encoder: string; readonly decoder: string; readonly tokens: string }
  | {
      readonly kind: 'transducer'
      readonly encoder: string
      readonly decoder: string
      readonly joiner: string
      readonly tokens: string
    }
  | { readonly kind: SingleKind; readonly model: string; readonly tokens: string }

/** Kinds of models in one file, as sherpa-onnx names them. */
type SingleKind = 'nemoCtc' | 'zipformerCtc' | 'wenetCtc' | 'paraformer' | 'senseVoice'

/** Kinds by the type in the metadata of a file. */
const singleKinds: Readonly<Record<string, SingleKind>> = {
  EncDecCTCModel: 'nemoCtc',
  EncDecCTCModelBPE: 'nemoCtc',
  EncDecHybridRNNTCTCBPEModel: 'nemoCtc',
  zipformer2_ctc: 'zipformerCtc',
  wenet_ctc: 'wenetCtc',
  paraformer: 'paraformer',
  sense_voice_ctc: 'senseVoice',
}

/** Finds the model in a folder, or says in English what is missing. Files of smaller numbers (`int8`) are preferred. */
export async function findModel(folder: string): Promise<ModelFiles | string> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return `there is no folder ${folder}`
  const tokens = pathOf(folder, names, /tokens\.txt$/)
  if (tokens === null) return `there is no tokens.txt in ${folder}`
  const networks = names.filter((name) => name.endsWith('.onnx'))
  const encoder = pathOf(folder, networks, /encoder/)
  const decoder = pathOf(folder, networks, /decoder/)
  const joiner = pathOf(folder, networks, /joiner/)
  if (encoder !== null && decoder !== null)
    return joiner === null
      ? { kind: 'whisper', encoder, decoder, tokens }
      : { kind: 'transducer', encoder, decoder, joiner, tokens }
  const model = pathOf(folder, networks, /^(?!.*(encoder|decoder|joiner))/)
  if (model === null) return `there is no model in ${folder}`
  const type = (await metadataOf(model)).get('model_type') ?? ''
  const kind = singleKinds[type]
  return kind === undefined ? `models of the type "${type}" are not known` : { kind, model, tokens }
}

function pathOf(folder: string, names: readonly string[], pattern: RegExp): string | null {
  const fitting = names.filter((name) => pattern.test(name)).toSorted()
  const name = fitting.find((each) => each.includes('int8')) ?? fitting[0]
  return name === undefined ? null : join(folder, name)
}

/** Fields of a model in the format of ONNX, which is a protobuf message: the number of the metadata, and types of fields. */
const METADATA = 14
const VARINT = 0
const BYTES = 2
const HEAD_BYTES = 20
const MOST_METADATA_BYTES = 1_000_000

/** The metadata of an ONNX file, of which only the heads of its fields are read. Empty if it is none. */
async function metadataOf(path: string): Promise<ReadonlyMap<string, string>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const found = new Map<string, string>()
    const head = Buffer.alloc(HEAD_BYTES)
    for (let at = 0; at < size; ) {
      await file.read(head, 0, HEAD_BYTES, at)
      const tag = readVarint(head, 0)
      const value = readVarint(head, tag.end)
      const [field, type] = [tag.value >> 3, tag.value & 7]
      at += value.end
      if (type === VARINT) continue
      if (type !== BYTES) return found
      if (field === METADATA && value.value <= MOST_METADATA_BYTES) {
        const entry = Buffer.alloc(value.value)
        await file.read(entry, 0, entry.length, at)
        const [key = '', text = ''] = stringsOf(entry)
        found.set(key, text)
      }
      at += value.value
    }
    return found
  } finally {
    await file.close()
  }
}

/** The strings of a message that has nothing else. */
function stringsOf(message: Buffer): string[] {
  const strings: string[] = []
  for (let at = 0; at < message.length; ) {
    const length = readVarint(message, readVarint(message, at).end)
    strings.push(message.toString('utf8', length.end, length.end + length.value))
    at = length.end + length.value
  }
  return strings
}

function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let [at, factor] = [from, 1]; at < bytes.length; at += 1, factor *= 128) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return { value, end: at + 1 }
  }
  return { value, end: bytes.length }
}
