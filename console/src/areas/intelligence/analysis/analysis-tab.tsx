import type { AnalysisPartState, Content } from '@kinora/contract'
import { Sparkle } from '@phosphor-icons/react/dist/csr/Sparkle'
import { TextAa } from '@phosphor-icons/react/dist/csr/TextAa'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../identity'
import { StageWithLane } from '../../library'
import { PeopleSection } from '../people/people-section'
import { TranscriptSection } from '../transcripts/transcript-section'
import { Lanes } from './lanes'
import { PartList } from './part-list'
import { analysisQuery, isRunning, useAnalyze } from './queries'
import { SceneList } from './scene-list'

const EnrichmentDialog = lazy(async () => ({
  default: (await import('../enrichment/enrichment-dialog')).EnrichmentDialog,
}))
const AnalyzeDialog = lazy(async () => ({ default: (await import('./analyze-dialog')).AnalyzeDialog }))

interface AnalysisTabProps {
  readonly content: Content
  /** The start time from the address. */
  readonly startAt: string | undefined
}

/** Tab with what was found in a video: scenes, speech, words, and what pictures show. */
export function AnalysisTab({ content, startAt }: AnalysisTabProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const analysis = useQuery(analysisQuery(environment.id, content.id))
  const analyze = useAnalyze(content.id)
  const onError = useProblemToast(t('intelligence:analysis.notStarted'))
  const [isAsking, setAsking] = useState(false)
  const [isSuggesting, setSuggesting] = useState(false)
  if (analysis.isError && !analysis.data)
    return <ListFault title={t('intelligence:analysis.failed')} safe={t('ui:safe')} list={analysis} />
  if (content.status !== 'ready')
    return <p className="pt-6 text-ink-2">{t('intelligence:analysis.notReady')}</p>
  if (!analysis.data) return <Skeleton className="mt-4 h-120 w-full" />
  const { parts, transcript } = analysis.data
  const isBusy = parts.some(isRunning)
  const isWriting = parts.some((part) => part.part === 'speech' && isRunning(part))
  const retry = ({ part, language }: AnalysisPartState) =>
    analyze.mutate({ parts: [part], ...(language !== null && { language }) }, { onError })
  const mayAnalyze = rights.update && content.trashedAt === null
  return (
    <>
      <Suspense fallback={<Skeleton className="mt-4 h-120 w-full" />}>
        <StageWithLane
          content={content}
          startAt={startAt}
          lane={(lane) => <Lanes analysis={analysis.data} duration={content.duration ?? 0} {...lane} />}
          beside={(playFrom, now) => (
            <>
              <Section
                title={t('intelligence:analysis.title')}
                {...(parts.length === 0 && { about: t('intelligence:analysis.about') })}
              >
                <PartList parts={parts} onRetry={mayAnalyze ? retry : undefined} />
                {mayAnalyze && (
                  <div className="flex flex-wrap gap-2 py-3">
                    <Button
                      variant={parts.length === 0 ? 'primary' : 'second'}
                      icon={<Sparkle size={16} />}
                      disabled={isBusy}
                      onPress={() => setAsking(true)}
                    >
                      {t(parts.length === 0 ? 'intelligence:analysis.start' : 'intelligence:analysis.again')}
                    </Button>
                    {transcript !== null && !isWriting && (
                      <Button icon={<TextAa size={16} />} onPress={() => setSuggesting(true)}>
                        {t('intelligence:enrichment.open')}
                      </Button>
                    )}
                  </div>
                )}
              </Section>
              <PeopleSection people={analysis.data.people ?? []} mayChange={mayAnalyze} onPlay={playFrom} />
              <SceneList analysis={analysis.data} onPlay={playFrom} />
              {transcript !== null && !isWriting && (
                <TranscriptSection
                  content={content}
                  mayChange={mayAnalyze}
                  time={now()}
                  onPlay={playFrom}
                  key={transcript.engine + (parts.find(({ part }) => part === 'speech')?.endedAt ?? '')}
                />
              )}
            </>
          )}
        />
      </Suspense>
      <Suspense>
        {isAsking && <AnalyzeDialog content={content} onClose={() => setAsking(false)} />}
        {isSuggesting && <EnrichmentDialog content={content} onClose={() => setSuggesting(false)} />}
      </Suspense>
    </>
  )
}
