import type { CloudExport, Content } from '@kinora/contract'
import { type FormEvent, useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { isExportable } from './is-exportable'
import { useExportVideos } from './queries'
import { type Target, TargetFields, targetFaults } from './target-fields'

interface ExportDialogProps {
  /** At least one. Those that are not ready are left out. */
  readonly contents: readonly Content[]
  /** At least one. */
  readonly accounts: readonly CloudExport['account'][]
  readonly onClose: () => void
}

/** Dialog that exports videos to an account. */
export function ExportDialog({ contents, accounts, onClose }: ExportDialogProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const [target, setTarget] = useState<Target>({
    accountId: accounts[0]?.id ?? '',
    path: '',
    files: ['original'],
  })
  const [tried, setTried] = useState(false)
  const saving = useExportVideos()
  const ready = contents.filter(isExportable)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(targetFaults(t, target)).length > 0 || saving.isPending) return
    saving.mutate(
      { ...target, files: [...target.files], contentIds: ready.map(({ id }) => id) },
      {
        onSuccess: () => {
          toast({ text: t('intake:exports.started'), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('intake:exports.new')}
      dirty={false}
      busy={saving.isPending}
      onClose={onClose}
      cancel={t('intake:exports.cancel')}
      submit={{ form: formId, label: t('intake:exports.submit'), disabled: ready.length === 0 }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        <TargetFields
          accounts={accounts}
          value={target}
          faults={tried ? targetFaults(t, target) : {}}
          onChange={(change) => setTarget({ ...target, ...change })}
        />
        <p className="text-12 text-ink-3">{t('intake:exports.namesAbout')}</p>
        {ready.length < contents.length && (
          <p className="text-12 text-ink-3">
            {t('intake:exports.leftOut', { number: format.number(contents.length - ready.length) })}
          </p>
        )}
        <FormProblem error={saving.error} />
      </form>
    </FormDialog>
  )
}
