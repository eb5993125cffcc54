import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { StatusMark } from '../../../ui/status-mark'
import { useWorkspace } from '../../identity'
import { speechEnginesQuery } from '../analysis/queries'
import { useSpeechLanguages } from '../speech-languages'

interface Engine {
  readonly task: string
  readonly name: string
  readonly version: string
  readonly isReady: boolean
  /** Sentences about what it can do, where it works, and how well. */
  readonly notes: readonly string[]
}

/** The engines of the installation, each with its state and the host that it sends something to. */
export function Engines() {
  const t = useText()
  const { environment } = useWorkspace()
  const engines = useQuery(speechEnginesQuery(environment.id))
  const listed = useEngines(engines.data)
  if (engines.isError) return <ListFault title={t('intelligence:automation.enginesFailed')} list={engines} />
  if (!engines.data) return <Skeleton className="mt-4 h-24 w-full" />
  return (
    <ul>
      {listed.map(({ task, name, version, isReady, notes }) => (
        <li key={`${task} ${name}`} className="border-b border-rule py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {task}: <bdi>{`${name} ${version}`.trim()}</bdi>
            </span>
            <StatusMark tone={isReady ? 'good' : 'warn'}>
              {t(isReady ? 'intelligence:automation.ready' : 'intelligence:automation.missing')}
            </StatusMark>
          </div>
          {notes.length > 0 && <p className="pt-1 text-13 text-pretty text-ink-2">{notes.join(' ')}</p>}
        </li>
      ))}
    </ul>
  )
}

type Listed = Awaited<ReturnType<NonNullable<ReturnType<typeof speechEnginesQuery>['queryFn']>>>

function useEngines(found: Listed | undefined): readonly Engine[] {
  const t = useText()
  const format = useFormat()
  const { nameOf } = useSpeechLanguages()
  if (found === undefined) return []
  const { items, pictures, languageModel } = found
  const knows = (languages: readonly string[]) =>
    t('intelligence:automation.languages', { languages: format.list(languages.map(nameOf)) })
  const place = (host: string | null) =>
    host === null ? t('intelligence:automation.stays') : t('intelligence:automation.goesTo', { host })
  return [
    ...items.map(({ name, version, quality, languages, isReady, sendsTo }) => ({
      task: t('intelligence:parts.speech'),
      name,
      version,
      isReady,
      notes: [
        languages === null ? t('intelligence:automation.anyLanguage') : knows(languages),
        ...(quality === 'draft' ? [t('intelligence:automation.draft')] : []),
        place(sendsTo),
      ],
    })),
    ...pictures.map(({ part, name, version, languages, isReady }) => ({
      task: t(`intelligence:parts.${part}`),
      name,
      version,
      isReady,
      notes: [...(languages === null ? [] : [knows(languages)]), place(null)],
    })),
    {
      task: t('intelligence:automation.writer'),
      name: languageModel?.name ?? t('intelligence:automation.noWriter'),
      version: '',
      isReady: languageModel !== null,
      notes: [
        languageModel === null ? t('intelligence:automation.withoutWriter') : place(languageModel.sendsTo),
      ],
    },
  ]
}
