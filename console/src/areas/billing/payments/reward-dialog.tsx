import { Gift } from '@phosphor-icons/react/dist/csr/Gift'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { type Integer, useMoney } from '../money'

interface RewardDialogProps {
  readonly amount: Integer
  readonly currency: string
  readonly onAddMoney: () => void
  readonly onClose: () => void
}

/** Says that the first card has earned credit. */
export function RewardDialog({ amount, currency, onAddMoney, onClose }: RewardDialogProps) {
  const t = useText()
  const money = useMoney(currency)
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('billing:payments.rewardTitle', { money: money.short(amount) })}
      foot={
        <>
          <Button onPress={onAddMoney}>{t('billing:payments.addMoney')}</Button>
          <Button variant="primary" autoFocus onPress={onClose}>
            {t('billing:payments.done')}
          </Button>
        </>
      }
    >
      <div className="flex items-start gap-3 text-14 text-ink">
        <Gift size={24} className="shrink-0 text-good" aria-hidden />
        <p className="text-pretty">{t('billing:payments.rewardAbout', { money: money.short(amount) })}</p>
      </div>
    </Dialog>
  )
}
