import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { FieldNote } from '../../../ui/field-note'
import { useWorkspace } from '../../identity'
import { useSpeechLanguages } from '../speech-languages'
import { enginesQuery } from './queries'

/** Note that says what the engine for a language can do, and where it sends the audio. */
export function EngineNote({ language }: { readonly language: string }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { nameOf } = useSpeechLanguages()
  const engines = useQuery(enginesQuery(environment.id))
  if (!engines.data) return null
  const base = new Intl.Locale(language).language
  const { items } = engines.data
  // A speech server comes before a server for whole videos.
  const hasServer = items.some(({ id }) => id === 'speech-server')
  const fitting = items.filter(
    ({ task, languages }) =>
      (task === 'speech' || (task === 'video' && !hasServer)) && (languages?.includes(base) ?? true),
  )
  const engine = fitting.find(({ isReady }) => isReady)
  const name = nameOf(language)
  if (fitting.length === 0)
    return <FieldNote error={t('intelligence:languageUnsupported', { language: name })} />
  if (engine === undefined) return <FieldNote error={t('intelligence:reasons.engine-missing')} />
  if (engine.sendsTo !== null) {
    const sent = engine.task === 'video' ? 'intelligence:videoSentTo' : 'intelligence:sentTo'
    return <FieldNote help={t(sent, { host: engine.sendsTo })} />
  }
  return engine.quality === 'draft' ? <FieldNote help={t('intelligence:draft', { language: name })} /> : null
}
