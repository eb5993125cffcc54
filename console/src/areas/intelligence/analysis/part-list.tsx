import type { Analysis } from '@kinora/contract'
import { type Translate, useText } from '../../../lib/i18n'
import { Progress } from '../../../ui/progress'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'
import { useSpeechLanguages } from '../speech-languages'
import { isRunning } from './queries'

type Part = Analysis['parts'][number]

const tones: Readonly<Record<Part['status'], StatusTone>> = {
  waiting: 'hollow',
  running: 'planned',
  ready: 'good',
  failed: 'bad',
  unavailable: 'warn',
}

/** The requested parts of an analysis, each with its state, its progress and its engine. */
export function PartList({ parts }: { readonly parts: readonly Part[] }) {
  const t = useText()
  const { nameOf } = useSpeechLanguages()
  const languageOf = (part: Part) => (part.language === null ? '' : nameOf(part.language))
  return (
    <ul>
      {parts.map((part) => (
        <li key={part.part} className="border-b border-rule py-2.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>{t(`intelligence:parts.${part.part}`)}</span>
            <StatusMark tone={tones[part.status]}>{t(`intelligence:statuses.${part.status}`)}</StatusMark>
          </div>
          {isRunning(part) && (
            <div className="pt-2">
              <Progress
                label={t(`intelligence:parts.${part.part}`)}
                value={part.progress > 0 ? part.progress : undefined}
              />
            </div>
          )}
          {part.reason !== null && (
            <p className="pt-1 text-13 text-pretty text-ink-2">
              {reasonText(t, part.reason, languageOf(part))}
            </p>
          )}
          {part.quality === 'draft' && part.status === 'ready' && (
            <p className="pt-1 text-13 text-pretty text-ink-2">
              {t('intelligence:draft', { language: languageOf(part) })}
            </p>
          )}
          {part.engine !== null && (
            <p className="pt-1 text-12 text-ink-3">{`${part.engine.name} ${part.engine.version}`.trim()}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function reasonText(t: Translate, reason: NonNullable<Part['reason']>, language: string): string {
  switch (reason) {
    case 'no-picture':
    case 'no-audio':
    case 'engine-missing':
    case 'engine-unreachable':
    case 'engine-refused':
    case 'engine-answer-invalid':
      return t(`intelligence:reasons.${reason}`)
    case 'language-unsupported':
      return t('intelligence:languageUnsupported', { language })
    default:
      return t(`library:mediaErrors.${reason}`)
  }
}
