import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { FieldNote } from '../../../ui/field-note'
import { useWorkspace } from '../../identity'
import { useSpeechLanguages } from '../speech-languages'
import { speechEnginesQuery } from './queries'

/** Note that says what the engine for a language can do, and where it sends the audio. */
export function EngineNote({ language }: { readonly language: string }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { nameOf } = useSpeechLanguages()
  const engines = useQuery(speechEnginesQuery(environment.id))
  if (!engines.data) return null
  const base = new Intl.Locale(language).language
  const fitting = engines.data.items.filter(({ languages }) => languages?.includes(base) ?? true)
  const engine = fitting.find(({ isReady }) => isReady)
  const name = nameOf(language)
  if (fitting.length === 0)
    return <FieldNote error={t('intelligence:languageUnsupported', { language: name })} />
  if (engine === undefined) return <FieldNote error={t('intelligence:reasons.engine-missing')} />
  if (engine.sendsTo !== null) return <FieldNote help={t('intelligence:sentTo', { host: engine.sendsTo })} />
  return engine.quality === 'draft' ? <FieldNote help={t('intelligence:draft', { language: name })} /> : null
}
