import { type ReactNode, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'

/** Goes to another subtitle, and asks before where cues would be lost by it. */
export function useSwitch(go: (subtitleId: string) => void): {
  choose: (subtitleId: string) => void
  /** Something in the editor is not saved. */
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
