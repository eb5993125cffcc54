import { products } from '@kinora/contract/identity/environments'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Select } from '../../../ui/select'
import { FormProblem } from '../form-problem'
import { EnvironmentChoice } from '../organizations/environment-choice'
import { useWorkspace } from '../workspace'
import { type MadeKey, useCreateSigningKey } from './queries'

interface KeyFormProps {
  readonly onClose: () => void
  readonly onMade: (made: MadeKey) => void
}

export function KeyForm({ onClose, onMade }: KeyFormProps) {
  const t = useText()
  const formId = useId()
  const { environment } = useWorkspace()
  const create = useCreateSigningKey(onMade)
  const [environmentId, setEnvironmentId] = useState(environment.id)
  const [product, setProduct] = useState<(typeof products)[number]>('video')
  return (
    <FormDialog
      title={t('identity:keys.new')}
      dirty={environmentId !== environment.id || product !== 'video'}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('identity:members.cancel')}
      submit={{ form: formId, label: t('identity:keys.newSubmit') }}
    >
      <p className="mb-4">{t('identity:keys.newAbout')}</p>
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ environmentId, product })
        }}
      >
        <EnvironmentChoice
          value={environmentId}
          onChange={setEnvironmentId}
          right={['Settings', 'Signing Key', 'create']}
        />
        <Select
          label={t('identity:keys.product')}
          help={t('identity:keys.productHelp')}
          value={product}
          onChange={setProduct}
          options={products.map((id) => ({ id, label: t(`identity:keys.products.${id}`) }))}
        />
        <FormProblem error={create.error} />
      </form>
      <LeaveGuard active={create.isPending} about={t('ui:leaveSecret')} />
    </FormDialog>
  )
}
