import type { AiClip } from '@kinora/contract'
import { Minus } from '@phosphor-icons/react/dist/csr/Minus'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'

/** Reasons that speak against a clip. */
const against: ReadonlySet<string> = new Set(['dangling', 'weak-end', 'unsure', 'no-words'])

/** Points of the strongest clip there can be. */
const mostPoints = 100

/** The strength of a clip, with its reasons in words and the parts that it is made of. */
export function ClipReasons({ clip }: { readonly clip: AiClip }) {
  const t = useText()
  const format = useFormat()
  if (clip.strength === null) return null
  const points = (share: number) => Math.round(share * mostPoints)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-center gap-2 text-12 text-ink-2">
        <span aria-hidden className="h-1 w-14 overflow-hidden rounded-full bg-sunk">
          <span className="block h-full bg-act" style={{ width: `${clip.strength * 100}%` }} />
        </span>
        <span className="tabular">
          {t('intelligence:aiClips.strength', {
            value: format.number(points(clip.strength)),
            most: format.number(mostPoints),
          })}
        </span>
      </p>
      <ul aria-label={t('intelligence:aiClips.why')} className="flex flex-col gap-0.5 text-13">
        {clip.reasons.map(({ name, words }) => {
          const Sign = against.has(name) ? Minus : Plus
          return (
            <li key={name} className={cx('flex items-baseline gap-1.5', against.has(name) && 'text-ink-2')}>
              <Sign size={10} weight="bold" aria-hidden className="shrink-0 text-ink-3" />
              <span className="text-pretty">
                {t(`intelligence:clipReasons.${name}`, { words: format.list(words) })}
              </span>
            </li>
          )
        })}
      </ul>
      <details className="text-12 text-ink-2">
        <summary className="w-fit cursor-default rounded-1 py-1 text-act-text">
          {t('intelligence:aiClips.parts')}
        </summary>
        <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-1">
          {clip.parts.map(({ name, value, weight }) => (
            <div key={name} className="contents">
              <dt>{t(`intelligence:clipParts.${name}`)}</dt>
              <dd className="text-end">{format.number(points(value * weight))}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
