import type { Content } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { useUploads } from '../../../lib/upload'
import { Progress } from '../../../ui/progress'
import { statusOf } from '../parts/status'

/** Replaces the player until the video is playable. */
export function StageWorking({ content }: { readonly content: Content }) {
  const t = useText()
  const format = useFormat()
  const upload = useUploads().find(({ contentId }) => contentId === content.id)
  const { word, stage, progress } = statusOf(t, content)
  const sent = upload && upload.fileSize > 0 ? upload.sent / upload.fileSize : undefined
  const done = content.stage === 'uploading' ? sent : progress
  const elsewhere = content.stage === 'uploading' && !upload
  return (
    <div
      data-theme="dark"
      className="absolute inset-0 grid place-content-center justify-items-center p-6 text-ink"
    >
      <p className="text-16 font-head">{word}</p>
      {stage !== undefined && <p className="mt-1 text-ink-2">{stage}</p>}
      <p className="mt-1 max-w-90 text-center text-pretty text-ink-2">
        {elsewhere ? t('library:video.uploadedElsewhere') : t('library:video.soon')}
      </p>
      {!elsewhere && (
        <div className="mt-5 flex w-72 max-w-full items-center gap-3">
          <Progress label={word} value={done} />
          {done !== undefined && <span className="tabular text-12 text-ink-2">{format.percent(done)}</span>}
        </div>
      )}
    </div>
  )
}
