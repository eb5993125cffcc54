import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useText } from '../../../lib/i18n'

/** Replaces the player of a trashed video. */
export function StageTrashed() {
  const t = useText()
  return (
    <div
      data-theme="dark"
      className="absolute inset-0 grid place-content-center justify-items-center p-6 text-center text-ink"
    >
      <Trash size={28} className="text-ink-2" aria-hidden />
      <p className="mt-3 text-16 font-head">{t('library:trash.stage')}</p>
      <p className="mt-1 max-w-90 text-pretty text-ink-2">{t('library:trash.stageAbout')}</p>
    </div>
  )
}
