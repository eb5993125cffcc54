import { ArrowUUpLeft } from '@phosphor-icons/react/dist/csr/ArrowUUpLeft'
import { ArrowUUpRight } from '@phosphor-icons/react/dist/csr/ArrowUUpRight'
import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { IconButton } from '../../../../ui/icon-button'
import { KeysHelp } from './keys-help'
import { ShiftCues } from './shift-cues'
import type { CueActions } from './use-cue-actions'
import type { CueDraft } from './use-cue-draft'

interface CueToolsProps {
  readonly draft: CueDraft
  readonly actions: CueActions
  readonly mayEdit: boolean
  readonly onFind: () => void
  readonly onSave: () => void
}

/** Actions on several cues. */
export function CueTools({ draft, actions, mayEdit, onFind, onSave }: CueToolsProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-1">
      {mayEdit && (
        <Button size="small" icon={<Plus size={14} />} onPress={actions.add} className="me-1">
          {t('library:cues.add')}
        </Button>
      )}
      <IconButton size="small" label={t('library:cues.findTitle')} onPress={onFind}>
        <MagnifyingGlass size={16} />
      </IconButton>
      {mayEdit && (
        <>
          <ShiftCues chosen={actions.chosen.size} onShift={actions.shift} />
          <IconButton
            size="small"
            label={t('library:cues.keys.undo')}
            disabled={!draft.canUndo}
            onPress={draft.undo}
          >
            <ArrowUUpLeft size={16} className="rtl:-scale-x-100" />
          </IconButton>
          <IconButton
            size="small"
            label={t('library:cues.keys.redo')}
            disabled={!draft.canRedo}
            onPress={draft.redo}
          >
            <ArrowUUpRight size={16} className="rtl:-scale-x-100" />
          </IconButton>
          <KeysHelp />
          <span className="ms-auto flex items-center gap-3">
            <span role="status" className="text-12 text-ink-3">
              {draft.isDirty ? t('library:cues.notSaved') : t('library:cues.isSaved')}
            </span>
            <Button
              size="small"
              variant="primary"
              disabled={!draft.isDirty}
              busy={draft.isSaving}
              onPress={onSave}
            >
              {t('library:cues.save')}
            </Button>
          </span>
        </>
      )}
    </div>
  )
}
