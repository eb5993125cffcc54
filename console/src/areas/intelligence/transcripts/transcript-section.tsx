import type { Content } from '@kinora/contract'
import { subtitlesEngine } from '@kinora/contract/intelligence/values'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useStable } from '../../../lib/hooks/use-stable'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { ListFault } from '../../../ui/list-fault'
import { SearchField } from '../../../ui/search-field'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { transcriptQuery } from './queries'
import { Sentence } from './sentence'
import { TranscriptMenu, type TranscriptTool } from './transcript-menu'

const CorrectSentence = lazy(async () => ({
  default: (await import('./correct-sentence')).CorrectSentence,
}))

const tools = {
  findReplace: lazy(async () => ({ default: (await import('./find-replace')).FindReplace })),
  speakers: lazy(async () => ({ default: (await import('./speakers')).Speakers })),
}

interface TranscriptSectionProps {
  readonly content: Content
  readonly mayChange: boolean
  /** The current time in seconds. */
  readonly time: number
  readonly onPlay: (seconds: number) => void
}

/** The transcript of a video. A press on a word plays from there. */
export function TranscriptSection({ content, mayChange, time, onPlay }: TranscriptSectionProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const transcript = useQuery(transcriptQuery(environment.id, content.id))
  const [phrase, setPhrase] = useState('')
  const [correctedId, setCorrectedId] = useState<string>()
  const [tool, setTool] = useState<TranscriptTool>()
  const Tool = tool === undefined ? undefined : tools[tool]
  const play = useStable(onPlay)
  if (transcript.isError && !transcript.data)
    return <ListFault title={t('intelligence:transcript.failed')} safe={t('ui:safe')} list={transcript} />
  if (!transcript.data) return <Skeleton className="h-60 w-full" />
  const { sentences, language, engine, updatedAt } = transcript.data
  const wanted = phrase.trim().toLocaleLowerCase()
  const shown = sentences.filter(({ text, speaker }) =>
    `${speaker ?? ''} ${text}`.toLocaleLowerCase().includes(wanted),
  )
  const corrected = sentences.find(({ id }) => id === correctedId)
  return (
    <Section title={t('intelligence:transcript.title')}>
      {sentences.length === 0 ? (
        <p className="pt-3 text-ink-2">{t('intelligence:transcript.none')}</p>
      ) : (
        <>
          {engine === subtitlesEngine && (
            <p className="pt-3 text-pretty text-ink-2">{t('intelligence:transcript.fromSubtitles')}</p>
          )}
          <div className="flex flex-wrap items-center gap-2 py-3">
            <SearchField label={t('intelligence:transcript.find')} value={phrase} onChange={setPhrase} />
            <TranscriptMenu
              content={content}
              transcript={transcript.data}
              {...(mayChange && { onTool: setTool })}
            />
          </div>
          {shown.length === 0 && <p className="text-ink-2">{t('intelligence:transcript.nothing')}</p>}
          <ol
            aria-label={t('intelligence:transcript.title')}
            lang={language}
            className="max-h-120 overflow-y-auto"
          >
            {shown.map((sentence) => (
              <Sentence
                key={sentence.id}
                sentence={sentence}
                time={time >= sentence.start && time < sentence.end ? time : null}
                onPlay={play}
                {...(mayChange && { onCorrect: setCorrectedId })}
              />
            ))}
          </ol>
        </>
      )}
      <Suspense>
        {Tool && (
          <Tool contentId={content.id} transcript={transcript.data} onClose={() => setTool(undefined)} />
        )}
        {corrected && (
          <CorrectSentence
            contentId={content.id}
            sentence={corrected}
            isLast={corrected === sentences.at(-1)}
            basedOn={updatedAt}
            onClose={() => setCorrectedId(undefined)}
          />
        )}
      </Suspense>
    </Section>
  )
}
