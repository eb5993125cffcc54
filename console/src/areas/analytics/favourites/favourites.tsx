import { Star } from '@phosphor-icons/react/dist/csr/Star'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { DialogPopover } from '../../../ui/dialog-popover'

const loadList = () => import('./favourite-list')
const FavouriteList = lazy(async () => ({ default: (await loadList()).FavouriteList }))

/** The button that opens the user's favorites. */
export function Favourites() {
  const t = useText()
  return (
    <DialogPopover
      label={t('analytics:favourites')}
      placement="bottom end"
      className="w-80 p-1.5"
      onIntent={() => void loadList()}
      trigger={
        <Button variant="quiet" size="small" icon={<Star size={14} aria-hidden />}>
          {t('analytics:favourites')}
        </Button>
      }
    >
      {(close) => <FavouriteList onDone={close} />}
    </DialogPopover>
  )
}
