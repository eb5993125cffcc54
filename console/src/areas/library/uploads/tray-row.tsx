import type { Content } from '@kinora/contract'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { type UploadView, uploads } from '../../../lib/upload'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Progress } from '../../../ui/progress'
import { Cost } from '../cost'
import { contentQuery } from '../queries'
import { FileThumbnail } from './file-thumbnail'
import { RemoveUpload } from './remove-upload'
import { RowAction } from './row-action'
import { uploadStatus } from './upload-status-text'

interface TrayRowProps {
  readonly upload: UploadView
  readonly onCancel: () => void
}

/** Renditions whose shorter side has more pixels are encoded above 1080p. */
const HD_SIDE = 1080
const colors = { act: 'text-ink', warn: 'text-warn', good: 'text-good', paused: 'text-ink', bad: 'text-bad' }

/** One upload: thumbnail, name, progress, status and action. */
export function TrayRow({ upload, onCancel }: TrayRowProps) {
  const t = useText()
  const format = useFormat()
  const { id, fileName, fileSize, sent, reached, state } = upload
  const video = useUploadedVideo(upload)
  const { bar, strong, plain } = uploadStatus(t, format, upload, video)
  const isRed = state.kind === 'failed' || state.kind === 'rejected'
  const close =
    state.kind === 'done'
      ? t('library:tray.dismiss', { name: fileName })
      : t('library:tray.cancel', { name: fileName })
  return (
    <li className="flex min-h-16 items-center gap-3 border-t border-rule py-2 ps-4 pe-2">
      <FileThumbnail upload={upload} />
      <div className="min-w-0 flex-1">
        <span dir="auto" className="own-way cut block font-mid">
          <bdi>{fileName}</bdi>
        </span>
        <div className="my-1">
          <Progress
            label={t('library:tray.progressOf', { name: fileName })}
            value={fileSize > 0 ? sent / fileSize : 0}
            reached={fileSize > 0 ? reached / fileSize : 0}
            tone={bar}
          />
        </div>
        <p className="tabular text-12 text-ink-3">
          {strong && <span className={cx('me-0.5 font-mid', colors[bar])}>{strong}</span>} {plain}
        </p>
        {video && !isRed && <Cost per="all" usage={encodedUsage(video)} />}
        {isRed && (
          <p className="mt-1 flex flex-wrap gap-x-4">
            <RowAction upload={upload} />
            <RemoveUpload upload={upload} onCancel={onCancel} />
          </p>
        )}
      </div>
      {!isRed && <RowAction upload={upload} />}
      {!isRed && state.kind !== 'closing' && (
        <IconButton
          size="small"
          label={close}
          onPress={() => (state.kind === 'done' ? uploads.dismiss(id) : onCancel())}
        >
          <X size={14} />
        </IconButton>
      )}
    </li>
  )
}

/** The usage of the renditions of a video. A source that is only repackaged costs nothing. */
function encodedUsage({ duration, renditions }: Content) {
  const made = renditions.filter(({ type, isOriginal }) => type === 'video' && !isOriginal)
  const ms = (duration ?? 0) * 1000
  const large = made.filter(({ width, height }) => Math.min(width ?? 0, height ?? 0) > HD_SIDE).length
  return { 'encoding-hd': (made.length - large) * ms, 'encoding-uhd': large * ms }
}

/** The cached video of a completed upload. */
function useUploadedVideo({ environmentId, contentId }: UploadView): Content | undefined {
  return useQuery({ ...contentQuery(environmentId, contentId ?? ''), enabled: false }).data
}
