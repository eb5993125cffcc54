import { DotsThreeVertical } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { IconButton } from './icon-button'

/** Opens the menu of a row in a list on a phone. */
export function PhoneMenuButton({ label }: { readonly label: string }) {
  return (
    <IconButton label={label} className="relative size-11">
      <DotsThreeVertical size={20} weight="bold" />
    </IconButton>
  )
}
