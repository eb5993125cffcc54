import type { Engine } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { StatusMark } from '../../../ui/status-mark'
import { useWorkspace } from '../../identity'
import { enginesQuery } from '../analysis/queries'
import { useSpeechLanguages } from '../speech-languages'
import { EngineTest } from './engine-test'

/** The engines of the installation, each with its state, the host that it sends something to, and its last test. */
export function Engines({ mayTest }: { readonly mayTest: boolean }) {
  const t = useText()
  const { environment } = useWorkspace()
  const engines = useQuery(enginesQuery(environment.id))
  if (engines.isError && !engines.data)
    return <ListFault title={t('intelligence:automation.enginesFailed')} list={engines} />
  if (!engines.data) return <Skeleton className="mt-4 h-24 w-full" />
  const { items } = engines.data
  return (
    <ul>
      {items.map((engine) => (
        <EngineRow key={engine.id} engine={engine} mayTest={mayTest} />
      ))}
      {items.every(({ task }) => task !== 'metadata') && (
        <li className="border-b border-rule py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {t('intelligence:automation.writer')}: {t('intelligence:automation.noWriter')}
            </span>
            <StatusMark tone="warn">{t('intelligence:automation.missing')}</StatusMark>
          </div>
          <p className="pt-1 text-13 text-pretty text-ink-2">{t('intelligence:automation.withoutWriter')}</p>
        </li>
      )}
    </ul>
  )
}

function EngineRow({ engine, mayTest }: { readonly engine: Engine; readonly mayTest: boolean }) {
  const t = useText()
  const notes = useNotes(engine)
  const { task, name, version, isReady } = engine
  return (
    <li className="border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          {t(`intelligence:tasks.${task}`)}: <bdi>{`${name} ${version}`.trim()}</bdi>
        </span>
        <StatusMark tone={isReady ? 'good' : 'warn'}>
          {t(isReady ? 'intelligence:automation.ready' : 'intelligence:automation.missing')}
        </StatusMark>
      </div>
      <p className="pt-1 text-13 text-pretty text-ink-2">{notes.join(' ')}</p>
      <EngineTest engine={engine} mayTest={mayTest} />
    </li>
  )
}

/** Sentences about what an engine can do, how well, and where it works. */
function useNotes({ task, quality, languages, sendsTo }: Engine): string[] {
  const t = useText()
  const format = useFormat()
  const { nameOf } = useSpeechLanguages()
  const isSpeech = task === 'speech'
  return [
    ...(languages === null
      ? isSpeech
        ? [t('intelligence:automation.anyLanguage')]
        : []
      : [t('intelligence:automation.languages', { languages: format.list(languages.map(nameOf)) })]),
    ...(isSpeech && quality === 'draft' ? [t('intelligence:automation.draft')] : []),
    sendsTo === null
      ? t('intelligence:automation.stays')
      : t('intelligence:automation.goesTo', { host: sendsTo }),
  ]
}
