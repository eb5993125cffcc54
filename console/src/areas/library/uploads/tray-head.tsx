import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CaretUp } from '@phosphor-icons/react/dist/csr/CaretUp'
import { useText } from '../../../lib/i18n'
import { type UploadView, uploads } from '../../../lib/upload'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { canPause } from './upload-status-text'
import { useTraySummary } from './use-tray-summary'

interface TrayHeadProps {
  readonly shown: readonly UploadView[]
  readonly open: boolean
  readonly onToggle: () => void
}

/** Number of uploads, remaining time and speed. The collapsed tray shows only this line of 40 px. */
export function TrayHead({ shown, open, onToggle }: TrayHeadProps) {
  const t = useText()
  const sum = useTraySummary(shown)
  return (
    <header className="flex h-10 items-center gap-2 ps-4 pe-2 pointer-coarse:h-12">
      <h2 className="text-13 font-head whitespace-nowrap">
        {t('library:tray.count', { count: shown.length })}
      </h2>
      <span className="tabular cut min-w-0 flex-1 text-ink-2">{sum}</span>
      <PauseAll shown={shown} />
      <IconButton
        size="small"
        label={open ? t('library:tray.close') : t('library:tray.open')}
        onPress={onToggle}
      >
        {open ? <CaretDown size={16} /> : <CaretUp size={16} />}
      </IconButton>
    </header>
  )
}

export function PauseAll({ shown }: { readonly shown: readonly UploadView[] }) {
  const t = useText()
  if (shown.some(canPause)) {
    return (
      <Button variant="quiet" size="small" onPress={uploads.pauseAll}>
        {t('library:tray.pauseAll')}
      </Button>
    )
  }
  if (!shown.some(({ state }) => state.kind === 'paused')) return null
  return (
    <Button variant="quiet" size="small" onPress={uploads.resumeAll}>
      {t('library:tray.resumeAll')}
    </Button>
  )
}
