import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Words of the model, the last one for nothing. */
const WORDS = ['▁low', '▁high', '<blk>'] as const
const MEL_BANDS = 80
/** Bands of the spectrum around 400 and 3000 Hz. */
const LOW = { from: 8, to: 14 } as const
const HIGH = { from: 50, to: 56 } as const
/** The logarithm of the energy above which a tone is heard; that of silence is -16. */
const HEARD = -8

/** A field of a protobuf message. */
type Field = readonly [number: number, value: number | string | Buffer]

/** Writes a speech model that hears low tones as "low" and high ones as "high": a network of one layer in the format of ONNX,
 * with the metadata of a CTC model of NeMo. A real one has a hundred MB. @returns its folder */
export async function writeToneModel(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'model.onnx'), toneModel())
  await writeFile(join(folder, 'tokens.txt'), WORDS.map((word, n) => `${word} ${n}\n`).join(''))
  return folder
}

function toneModel(): Buffer {
  const weights = new Float32Array(MEL_BANDS * WORDS.length)
  for (const [word, { from, to }] of [LOW, HIGH].entries())
    for (let band = from; band < to; band += 1) weights[band * WORDS.length + word] = 1 / (to - from)
  const graph = message(
    ...[
      node('Transpose', ['audio'], 'frames', [attribute('perm', [0, 2, 1])]),
      node('MatMul', ['frames', 'weights'], 'energies'),
      node('Add', ['energies', 'bias'], 'scores'),
      node('LogSoftmax', ['scores'], 'logprobs', [attribute('axis', -1)]),
    ].map((each): Field => [1, each]),
    [2, 'tones'],
    [5, tensor('weights', [MEL_BANDS, WORDS.length], weights)],
    [5, tensor('bias', [WORDS.length], Float32Array.of(0, 0, HEARD))],
    [11, valueInfo('audio', FLOAT, [1, MEL_BANDS, 'time'])],
    [11, valueInfo('length', INT64, [1])],
    [12, valueInfo('logprobs', FLOAT, [1, 'time', WORDS.length])],
  )
  const metadata = {
    model_type: 'EncDecCTCModel',
    vocab_size: '3',
    subsampling_factor: '1',
    normalize_type: '',
  }
  return message(
    [1, 8],
    [7, graph],
    [8, message([1, ''], [2, 13])],
    ...Object.entries(metadata).map(([key, value]): Field => [14, message([1, key], [2, value])]),
  )
}

const FLOAT = 1
const INT64 = 7

function node(type: string, inputs: readonly string[], output: string, attributes: readonly Buffer[] = []) {
  const fields = [...inputs.map((input): Field => [1, input]), [2, output] as const, [4, type] as const]
  return message(...fields, ...attributes.map((each): Field => [5, each]))
}

function attribute(name: string, value: number | readonly number[]): Buffer {
  if (typeof value === 'number') return message([1, name], [3, value], [20, 2])
  return message([1, name], ...value.map((each): Field => [8, each]), [20, 7])
}

function tensor(name: string, dimensions: readonly number[], values: Float32Array): Buffer {
  return message(
    ...dimensions.map((each): Field => [1, each]),
    [2, FLOAT],
    [8, name],
    [9, Buffer.from(values.buffer)],
  )
}

function valueInfo(name: string, type: number, dimensions: readonly (number | string)[]): Buffer {
  const shape = dimensions.map(
    (each): Field => [1, message(typeof each === 'number' ? [1, each] : [2, each])],
  )
  return message([1, name], [2, message([1, message([1, type], [2, message(...shape)])])])
}

function message(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)])
      const bytes = Buffer.from(value)
      return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
    }),
  )
}

/** @param value negative ones have ten bytes, in two's complement */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 128 : low)
  } while (rest > 0n)
  return Buffer.from(bytes)
}
