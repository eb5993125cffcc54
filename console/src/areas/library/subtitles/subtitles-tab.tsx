import type { Subtitle } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { Subtitles } from '@phosphor-icons/react/dist/csr/Subtitles'
import { UploadSimple } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { useRights, useWorkspace } from '../../identity'
import type { PlayerTabProps } from '../playback/stage'
import { rightsOn } from '../rights'
import { CueEditor } from './cue-editor/cue-editor'
import { subtitlesQuery } from './queries'
import { SubtitleList } from './subtitle-list'
import type { SubtitleAction } from './subtitle-menu'
import { useSwitchSubtitle } from './use-switch-subtitle'

const AddSubtitle = lazy(async () => ({ default: (await import('./add-subtitle')).AddSubtitle }))
const EditSubtitle = lazy(async () => ({ default: (await import('./edit-subtitle')).EditSubtitle }))
const DeleteSubtitle = lazy(async () => ({ default: (await import('./delete-subtitle')).DeleteSubtitle }))
const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog')).PublishDialog }))

/** Long texts wrap in the narrow column. */
const wayLook = 'h-auto min-h-(--h-control-s) max-w-full shrink py-1 text-start whitespace-normal'

type OpenDialog =
  | { readonly what: 'add'; readonly from: 'file' | 'nothing' }
  | { readonly what: 'publish' }
  | { readonly what: SubtitleAction; readonly subtitle: Subtitle }

/** All subtitles of a video, and the editor of the selected one. */
export function SubtitlesTab({ content, startAt }: PlayerTabProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { data, error, isFetching, refetch } = useQuery(subtitlesQuery(environment.id, content.id))
  const [dialog, setDialog] = useState<OpenDialog>()
  const [chosen, setChosen] = useState<string>()
  const [last, setLast] = useState<Subtitle>()
  const { choose, dirty, setDirty, question } = useSwitchSubtitle(setChosen)
  const close = () => setDialog(undefined)
  const isHere = content.trashedAt === null
  const mayAdd = rights.create && isHere
  const ways = mayAdd && (
    <>
      <Button
        size="small"
        className={wayLook}
        icon={<UploadSimple size={16} />}
        onPress={() => setDialog({ what: 'add', from: 'file' })}
      >
        {t('library:subtitles.fromFile')}
      </Button>
      <Button
        size="small"
        className={wayLook}
        icon={<Plus size={16} />}
        onPress={() => setDialog({ what: 'add', from: 'nothing' })}
      >
        {t('library:subtitles.byHand')}
      </Button>
    </>
  )
  if (!data) {
    return error ? (
      <div className="pt-6">
        <ErrorState
          title={t('library:subtitles.failed')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    ) : (
      <div aria-busy className="grid gap-6 pt-6 md:grid-cols-[206px_minmax(0,1fr)]">
        <Skeleton className="h-40" />
        <Skeleton className="h-80" />
      </div>
    )
  }
  const { items } = data
  const found = items.find(({ id }) => id === chosen) ?? (chosen === undefined ? items[0] : undefined)
  if (found !== undefined && found !== last) setLast(found)
  // If another user deletes the subtitle, keep the unsaved cues.
  const isGone = found === undefined && last !== undefined && dirty
  const opened = found ?? (isGone ? last : items[0])
  return (
    <>
      {opened === undefined ? (
        <div className="pt-8">
          <State icon={<Subtitles size={20} />} title={t('library:subtitles.none')} actions={ways}>
            {mayAdd ? t('library:subtitles.noneAbout') : t('library:subtitles.noneToRead')}
          </State>
        </div>
      ) : (
        <div className="grid gap-x-6 gap-y-6 pt-4 md:grid-cols-[206px_minmax(0,1fr)]">
          <section
            aria-label={t('library:subtitles.title')}
            className="flex min-w-0 flex-col gap-4 md:border-e md:border-rule md:pe-4"
          >
            <SubtitleList
              content={content}
              subtitles={items}
              chosen={opened.id}
              onChoose={choose}
              onAction={(what, subtitle) => setDialog({ what, subtitle })}
            />
            <div className="flex flex-wrap gap-2 border-t border-rule pt-4 md:flex-col md:items-start">
              {rights.update && (
                <Button size="small" variant="primary" onPress={() => setDialog({ what: 'publish' })}>
                  {t('library:subtitles.publishMore')}
                </Button>
              )}
              {ways}
            </div>
          </section>
          <CueEditor
            key={opened.id}
            content={content}
            startAt={startAt}
            subtitle={opened}
            isGone={isGone}
            onDirty={setDirty}
            onRescued={setChosen}
          />
        </div>
      )}
      {question}
      <Suspense>
        {dialog?.what === 'add' && (
          <AddSubtitle content={content} from={dialog.from} onClose={close} onAdded={choose} />
        )}
        {dialog?.what === 'publish' && (
          <PublishDialog content={content} subtitles={items} dirty={dirty} onClose={close} />
        )}
        {dialog?.what === 'edit' && (
          <EditSubtitle content={content} subtitle={dialog.subtitle} onClose={close} />
        )}
        {(dialog?.what === 'delete' || dialog?.what === 'discard') && (
          <DeleteSubtitle
            content={content}
            subtitle={dialog.subtitle}
            draftOnly={dialog.what === 'discard'}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
