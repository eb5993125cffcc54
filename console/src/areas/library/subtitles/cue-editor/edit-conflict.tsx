import { useText } from '../../../../lib/i18n'
import { Banner } from '../../../../ui/banner'
import { Button } from '../../../../ui/button'
import type { CueDraft } from './use-cue-draft'

interface EditConflictProps {
  readonly work: CueDraft
  readonly isGone: boolean
}

/** Reports that another user has saved or deleted the subtitle, and asks which version to keep. */
export function EditConflict({ work, isGone }: EditConflictProps) {
  const t = useText()
  if (isGone) {
    return (
      <Banner tone="warn" live>
        {t('library:cues.gone')}
      </Banner>
    )
  }
  if (work.theirs === null) return null
  return (
    <Banner tone="warn" live>
      <p>{t('library:cues.meanwhile')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" onPress={work.takeTheirs}>
          {t('library:cues.takeTheirs')}
        </Button>
        <Button size="small" busy={work.isSaving} onPress={work.keepMine}>
          {t('library:cues.keepMine')}
        </Button>
      </div>
    </Banner>
  )
}
