import { minorUnits } from '../pricing/currency.ts'
import { CardsRefused, ChargeRefused, type PaymentDriver, WrongSignature } from './payment-driver.ts'

/** Bank transfers: nobody can be asked whether they have arrived, so an administrator records them. */
export function offlineDriver(): PaymentDriver {
  const refuseCards = async () => {
    throw new CardsRefused('bank transfers have no cards')
  }
  const refuseCharges = async () => {
    throw new ChargeRefused('bank transfers have no charges')
  }
  const refuseEvents = async () => {
    throw new WrongSignature('bank transfers have no events')
  }
  return {
    kind: 'offline',
    publishableKey: null,
    stepOf: minorUnits,
    createCustomer: refuseCards,
    beginSetup: refuseCards,
    finishSetup: refuseCards,
    removeMethod: async () => undefined,
    createCharge: refuseCharges,
    confirmCharge: refuseCharges,
    findCharge: async () => null,
    cancelCharge: async () => null,
    refundCharge: refuseCharges,
    actionOf: async () => null,
    answerTest: refuseCharges,
    readEvent: refuseEvents,
  }
}
