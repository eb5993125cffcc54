import type { Pair } from './measure.ts'

/** A result, as shown in the table. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly against: string
  readonly ratio: number | null
  readonly aim: string
  readonly isMet: boolean
}

export const seconds = (value: number) => `${value.toFixed(2)} s`
export const milliseconds = (value: number) => `${(value * 1000).toFixed(1)} ms`
export const megabytes = (value: number) => `${Math.round(value / 1e6)} MB`
export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} /s`

/** A comparison with a target for its ratio. */
export function ratioRow(
  what: string,
  pair: Pair,
  shown: (value: number) => string,
  { most, least }: { most?: number; least?: number },
): Row {
  const ratio = pair.ours / pair.against
  const aim = most === undefined ? `≥ ${least} ×` : `≤ ${most} ×`
  const isMet = ratio <= (most ?? Number.POSITIVE_INFINITY) && ratio >= (least ?? 0)
  return { what, ours: shown(pair.ours), against: shown(pair.against), ratio, aim, isMet }
}

/** The rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, ours, against, ratio, aim, isMet }) => [
    what,
    ours,
    against,
    ratio === null ? '' : `${ratio.toFixed(2)} ×`,
    aim,
    isMet ? 'yes' : '**no**',
  ])
  const head = ['what', 'ours', 'against', 'ratio', 'aim', 'met']
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
