import type { Analysis } from '@kinora/contract'
import { type Translate, useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
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

interface PartListProps {
  readonly parts: readonly Part[]
  /** Analyzes a part again. Missing for people who may not. */
  readonly onRetry?: ((part: Part) => void) | undefined
}

/** The requested parts of an analysis, each with its state, its progress and its engine. */
export function PartList({ parts, onRetry }: PartListProps) {
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
          {onRetry && canRetry(part) && (
            <div className="pt-2">
              <Button
                size="small"
                aria-label={t('intelligence:retryPart', { part: t(`intelligence:parts.${part.part}`) })}
                onPress={() => onRetry(part)}
              >
                {t('intelligence:retry')}
              </Button>
            </div>
          )}
          {part.quality === 'draft' && part.status === 'ready' && (
            <p className="pt-1 text-13 text-pretty text-ink-2">
              {part.part === 'pictures'
                ? t('intelligence:draftPictures')
                : t('intelligence:draft', { language: languageOf(part) })}
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

/** Whether another attempt can help: a missing engine may be set up by now, a missing track stays missing. */
function canRetry({ status, reason }: Part): boolean {
  return status === 'failed' || reason === 'engine-missing' || reason === 'language-unsupported'
}

function reasonText(t: Translate, reason: NonNullable<Part['reason']>, language: string): string {
  switch (reason) {
    case 'no-picture':
    case 'no-audio':
    case 'engine-missing':
    case 'engine-unreachable':
    case 'engine-refused':
    case 'engine-answer-invalid':
    case 'engine-failed':
      return t(`intelligence:reasons.${reason}`)
    case 'language-unsupported':
      return t('intelligence:languageUnsupported', { language })
    default:
      return t(`library:mediaErrors.${reason}`)
  }
}
