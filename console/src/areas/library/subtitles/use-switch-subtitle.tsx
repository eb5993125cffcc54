import { type ReactNode, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'

/** Switches to another subtitle, and asks first if there are unsaved cues. */
export function useSwitchSubtitle(go: (subtitleId: string) => void): {
  choose: (subtitleId: string) => void
  /** The editor has unsaved cues. */
  dirty: boolean
  setDirty: (dirty: boolean) => void
  question: ReactNode
} {
  const t = useText()
  const [dirty, setDirty] = useState(false)
  const [wanted, setWanted] = useState<string>()
  return {
    choose: (subtitleId) => (dirty ? setWanted(subtitleId) : go(subtitleId)),
    dirty,
    setDirty,
    question: (
      <ConfirmDialog
        isOpen={wanted !== undefined}
        onOpenChange={() => setWanted(undefined)}
        title={t('ui:leave.title')}
        confirm={t('ui:leave.submit')}
        cancel={t('ui:leave.stay')}
        onConfirm={() => {
          setWanted(undefined)
          if (wanted !== undefined) go(wanted)
        }}
      >
        {t('library:subtitles.leaveAbout')}
      </ConfirmDialog>
    ),
  }
}
