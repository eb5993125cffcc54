import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'

interface SaveBarProps {
  readonly count: number
  readonly busy: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** The save bar at the bottom, for windows too narrow for the panel. */
export function SaveBar({ count, busy, onSave, onDiscard }: SaveBarProps) {
  const t = useText()
  return (
    <div className="sticky bottom-0 z-10 -mx-1 mt-4 flex animate-rise items-center gap-2 border-t border-rule bg-paper px-1 py-3 @min-[820px]:hidden">
      <Button disabled={busy} onPress={onDiscard}>
        {t('identity:settings.discard')}
      </Button>
      <Button variant="primary" busy={busy} onPress={onSave} className="max-sm:flex-1">
        {t('identity:roles.save', { count })}
      </Button>
    </div>
  )
}
