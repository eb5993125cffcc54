import type { AnalysisPart } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { FieldNote } from '../../../ui/field-note'
import { useWorkspace } from '../../identity'
import { useSpeechLanguages } from '../speech-languages'
import { enginesQuery } from './queries'

/** Note that says which program looks at pictures for a part, and what it can do. Nothing for other parts. */
export function PictureEngineNote({ part }: { readonly part: AnalysisPart }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { nameOf } = useSpeechLanguages()
  const engines = useQuery(enginesQuery(environment.id))
  const elsewhere = engines.data?.items.find(({ task }) => task === 'video')
  if (part === 'text' && elsewhere !== undefined && elsewhere.sendsTo !== null)
    return <FieldNote help={t('intelligence:videoSentTo', { host: elsewhere.sendsTo })} />
  const engine = engines.data?.items.find(({ task }) => task === part)
  if (engine === undefined || (part !== 'text' && part !== 'pictures')) return null
  const { name, version, languages, isReady } = engine
  if (!isReady) return <FieldNote error={t('intelligence:engines.missing', { name })} />
  if (languages === null) return <FieldNote help={t('intelligence:engines.sees', { name, version })} />
  const known = format.list(languages.map(nameOf))
  return <FieldNote help={t('intelligence:engines.reads', { name, version, languages: known })} />
}
