import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useState } from 'react'
import { saveFile } from '../../../lib/browser/save-file'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { Dialog } from '../../../ui/dialog'
import { LeaveGuard } from '../../../ui/leave-guard'
import { useCopy } from '../../../ui/use-copy'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shows the recovery codes once. The dialog closes only when the user confirms that they are saved. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useText()
  const [stored, setStored] = useState(false)
  const { copied, copy } = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      keepOpen
      title={t('identity:factor.codesTitle')}
      isOpen
      onOpenChange={onDone}
      foot={
        <Button variant="primary" disabled={!stored} onPress={onDone}>
          {t('identity:factor.done')}
        </Button>
      }
    >
      <p>{t('identity:factor.codesAbout')}</p>
      <ol
        dir="ltr"
        className="my-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-2 bg-sunk px-5 py-4 font-code text-14 text-ink"
      >
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ol>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button icon={copied ? <Check size={16} /> : <Copy size={16} />} onPress={() => copy(text)}>
          {copied ? t('ui:copied') : t('identity:factor.copy')}
        </Button>
        <Button
          icon={<DownloadSimple size={16} />}
          onPress={() => saveFile('kinora-recovery-codes.txt', text)}
        >
          {t('identity:factor.download')}
        </Button>
      </div>
      <Banner tone="warn">{t('identity:factor.once')}</Banner>
      <LeaveGuard active={!stored} about={t('ui:leaveSecret')} />
      <div className="mt-4 text-ink">
        <Checkbox checked={stored} onChange={setStored}>
          {t('identity:factor.stored')}
        </Checkbox>
      </div>
    </Dialog>
  )
}
