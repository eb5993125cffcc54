import type { Content, Transcript } from '@kinora/contract'
import { transcriptFormats } from '@kinora/contract/intelligence/transcripts'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { Subtitles } from '@phosphor-icons/react/dist/csr/Subtitles'
import { Swap } from '@phosphor-icons/react/dist/csr/Swap'
import { Users } from '@phosphor-icons/react/dist/csr/Users'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../identity'
import { useSpeechLanguages } from '../speech-languages'
import { useCreateSubtitle, useDownloadTranscript } from './queries'

/** Tools that change a whole transcript. */
export type TranscriptTool = 'findReplace' | 'speakers'

interface TranscriptMenuProps {
  readonly content: Content
  readonly transcript: Transcript
  /** Missing for people who may not change it. */
  readonly onTool?: (tool: TranscriptTool) => void
}

/** Menu of what can be done with a transcript: tools that change it, a draft subtitle, and files. */
export function TranscriptMenu({ content, transcript, onTool }: TranscriptMenuProps) {
  const t = useText()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Video')
  const { nameOf } = useSpeechLanguages()
  const download = useDownloadTranscript(content)
  const create = useCreateSubtitle(content.id)
  const onDownloadError = useProblemToast(t('intelligence:transcript.downloadFailed'))
  const onCreateError = useProblemToast(t('intelligence:transcript.subtitleFailed'))
  const params = { environmentId: environment.id, contentId: content.id }
  const onSuccess = () =>
    toast({
      text: t('intelligence:transcript.subtitleCreated'),
      tone: 'good',
      action: {
        label: t('intelligence:transcript.open'),
        run: () => void navigate({ to: '/$environmentId/videos/$contentId/subtitles', params }),
      },
    })
  const name = nameOf(transcript.language)
  const mayCreate = rights.create && content.trashedAt === null
  return (
    <Menu
      label={t('intelligence:transcript.use')}
      trigger={
        <Button icon={<DownloadSimple size={16} />} busy={download.isPending || create.isPending}>
          {t('intelligence:transcript.use')}
        </Button>
      }
    >
      {onTool && (
        <>
          <MenuItem icon={<Swap size={16} />} onAction={() => onTool('findReplace')}>
            {t('intelligence:transcript.findReplace')}
          </MenuItem>
          <MenuItem icon={<Users size={16} />} onAction={() => onTool('speakers')}>
            {t('intelligence:transcript.speakers')}
          </MenuItem>
        </>
      )}
      {mayCreate && (
        <MenuItem
          icon={<Subtitles size={16} />}
          onAction={() => create.mutate({ name }, { onSuccess, onError: onCreateError })}
        >
          {t('intelligence:transcript.makeSubtitle')}
        </MenuItem>
      )}
      {transcriptFormats.map((format) => (
        <MenuItem
          key={format}
          icon={<DownloadSimple size={16} />}
          onAction={() => download.mutate(format, { onError: onDownloadError })}
        >
          {t(`intelligence:transcript.download.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
