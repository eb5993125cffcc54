import type { AiClip, AiClipState, Content } from '@kinora/contract'
import { aiClipStates } from '@kinora/contract/intelligence/ai-clips'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useStable } from '../../../lib/hooks/use-stable'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Paged } from '../../../ui/paged'
import { Section } from '../../../ui/section'
import { Segmented } from '../../../ui/segmented'
import { Skeleton } from '../../../ui/skeleton'
import { TextLink } from '../../../ui/text-link'
import { useRights, useWorkspace } from '../../identity'
import { StageWithLane } from '../../library'
import { ClipRow } from './clip-row'
import { ClipsLane } from './clips-lane'
import { aiClipsQuery, clipsPerPage } from './queries'
import { SuggestForm } from './suggest-form'
import { useClipActions } from './use-clip-actions'

const ClipDialog = lazy(async () => ({ default: (await import('./clip-dialog')).ClipDialog }))

/** Tab with the parts of a video that can stand alone: suggestions, highlights, and what was archived. */
export function AiClipsTab({ content }: { readonly content: Content }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const [state, setState] = useState<AiClipState>('suggested')
  const [page, setPage] = useState(1)
  const [playingId, setPlayingId] = useState<string>()
  /** The clip in the dialog; null for a new one, which starts at the current time. */
  const [dialog, setDialog] = useState<{ readonly clip: AiClip | null; readonly startAt: number }>()
  const clips = useQuery(aiClipsQuery(environment.id, content.id, state, page))
  const { move, publish, makeSocial, publishingId, socialId } = useClipActions(content.id)
  const trim = useStable((clip: AiClip) => setDialog({ clip, startAt: 0 }))
  const choose = (next: AiClipState) => {
    setState(next)
    setPage(1)
  }
  if (content.status !== 'ready')
    return <p className="pt-6 text-ink-2">{t('intelligence:aiClips.notReady')}</p>
  if (clips.isError && !clips.data)
    return <ListFault title={t('intelligence:aiClips.failed')} safe={t('ui:safe')} list={clips} />
  if (!clips.data) return <Skeleton className="mt-4 h-120 w-full" />
  const { items, counts, basis } = clips.data
  const mayChange = rights.update && content.trashedAt === null
  const mayPublish = rights.create && content.trashedAt === null
  return (
    <>
      <Suspense fallback={<Skeleton className="mt-4 h-120 w-full" />}>
        <StageWithLane
          content={content}
          startAt={undefined}
          lane={({ playFrom, ...lane }) => (
            <ClipsLane
              {...lane}
              clips={items}
              playingId={playingId}
              duration={content.duration ?? 0}
              onPlay={(clip) => {
                setPlayingId(clip.id)
                playFrom(clip.start, clip.end)
              }}
            />
          )}
          beside={(playFrom, now) => (
            <Section
              title={t('intelligence:aiClips.title')}
              {...(counts.suggested === 0 && { about: t('intelligence:aiClips.about') })}
            >
              <div className="flex flex-col gap-3 pt-3">
                {basis === null ? (
                  <NotAnalyzed content={content} />
                ) : (
                  mayChange && (
                    <SuggestForm
                      contentId={content.id}
                      isAgain={counts.suggested > 0}
                      onSuggested={() => choose('suggested')}
                    />
                  )
                )}
                {basis === 'audio' && (
                  <p className="text-13 text-pretty text-ink-2">{t('intelligence:aiClips.noWords')}</p>
                )}
                {mayChange && (
                  <Button
                    icon={<Plus size={16} />}
                    onPress={() => setDialog({ clip: null, startAt: Math.floor(now()) })}
                  >
                    {t('intelligence:aiClips.new')}
                  </Button>
                )}
                <Segmented
                  label={t('intelligence:aiClips.states')}
                  value={state}
                  onChange={choose}
                  options={aiClipStates.map((id) => ({
                    id,
                    content: (
                      <>
                        {t(`intelligence:aiClips.${id}`)}
                        <span className="tabular text-ink-3">{format.number(counts[id])}</span>
                      </>
                    ),
                  }))}
                />
              </div>
              <Paged
                list={clips}
                page={page}
                onPage={setPage}
                pageSize={clipsPerPage}
                failed={t('intelligence:aiClips.failed')}
                empty={<p className="pt-3 text-ink-2">{t(`intelligence:aiClips.none.${state}`)}</p>}
              >
                <ClipRows
                  clips={items}
                  content={content}
                  isBusy={clips.isPlaceholderData}
                  playingId={playingId}
                  publishingId={publishingId}
                  socialId={socialId}
                  mayChange={mayChange}
                  mayPublish={mayPublish}
                  onPlay={(clip) => {
                    setPlayingId(clip.id)
                    playFrom(clip.start, clip.end)
                  }}
                  onMove={move}
                  onTrim={trim}
                  onPublish={publish}
                  onSocial={content.category === 'LiveRecording' ? undefined : makeSocial}
                />
              </Paged>
            </Section>
          )}
        />
      </Suspense>
      <Suspense>
        {dialog && (
          <ClipDialog
            {...dialog}
            content={content}
            hasWords={basis === 'words'}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

type RowProps = Omit<Parameters<typeof ClipRow>[0], 'clip' | 'isPlaying' | 'isPublishing' | 'isMakingSocial'>

interface ClipRowsProps extends RowProps {
  readonly clips: readonly AiClip[]
  readonly isBusy: boolean
  readonly playingId: string | undefined
  readonly publishingId: string | undefined
  readonly socialId: string | undefined
}

function ClipRows({ clips, isBusy, playingId, publishingId, socialId, onPlay, ...row }: ClipRowsProps) {
  const t = useText()
  // The time of the player renders the list again and again, but not its rows.
  const play = useStable(onPlay)
  return (
    <ul aria-label={t('intelligence:aiClips.title')} aria-busy={isBusy}>
      {clips.map((clip) => (
        <ClipRow
          key={clip.id}
          {...row}
          clip={clip}
          isPlaying={clip.id === playingId}
          isPublishing={clip.id === publishingId}
          isMakingSocial={clip.id === socialId}
          onPlay={play}
        />
      ))}
    </ul>
  )
}

/** Says that the video has to be analyzed, and where. */
function NotAnalyzed({ content: { id, environmentId, category } }: { readonly content: Content }) {
  const t = useText()
  const place = category === 'LiveRecording' ? 'live-recording' : 'videos'
  const address: string = `/${environmentId}/${place}/${id}/ai-analysis`
  return (
    <>
      <p className="text-pretty text-ink-2">{t('intelligence:aiClips.notAnalyzed')}</p>
      <p>
        <TextLink to={address}>{t('intelligence:aiClips.openAnalysis')}</TextLink>
      </p>
    </>
  )
}
