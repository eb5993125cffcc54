import type { Language, MeterUnit } from '@kinora/contract'

interface Texts {
  /** Amounts in the units of meters. */
  readonly units: Readonly<Record<MeterUnit, string>>
  readonly invoice: string
  readonly creditNote: string
  readonly statement: string
  readonly billedTo: string
  readonly paidWith: string
  readonly forInvoice: string
  readonly topUp: string
  readonly credit: string
  readonly what: string
  readonly quantity: string
  readonly amount: string
  readonly tax: string
  readonly reverseCharge: string
  readonly total: string
  readonly balanceAfter: string
  readonly opening: string
  readonly added: string
  readonly charged: string
  readonly closing: string
  readonly minimum: string
  readonly adjustment: string
  readonly nothing: string
  readonly reverseChargeNote: string
  readonly taxId: string
  readonly bank: string
  readonly byComputer: string
  readonly fromWallet: string
  readonly attached: string
  readonly period: string
}

/** All texts of invoices, credit notes, statements and their emails. `{name}` is a placeholder. */
export const documentTexts: Readonly<Record<Language, Texts>> = {
  en: {
    units: {
      ms: '{number} min',
      'ms-hours': '{number} min for a month',
      'byte-hours': '{number} GB for a month',
      bytes: '{number} GB',
      count: '{number}',
    },
    invoice: 'Invoice',
    creditNote: 'Credit note',
    statement: 'Statement',
    billedTo: 'Billed to',
    paidWith: 'Paid with',
    forInvoice: 'Credits invoice',
    topUp: 'Wallet credit, video platform',
    credit: 'Returned wallet credit',
    what: 'What',
    quantity: 'Quantity',
    amount: 'Amount',
    tax: '{name} {rate}',
    reverseCharge: '{name} {rate}, reverse charge',
    total: 'Total',
    balanceAfter: 'Wallet after this: {money}.',
    opening: 'Balance at the start',
    added: 'Added',
    charged: 'Charged',
    closing: 'Balance at the end',
    minimum: 'Minimum of the plan',
    adjustment: 'Adjustment for {period}',
    nothing: 'Nothing was used.',
    reverseChargeNote: 'Reverse charge: the recipient owes the tax.',
    taxId: 'Tax ID {id}',
    bank: 'Bank details',
    byComputer: 'This document was made by computer and needs no signature.',
    fromWallet: 'This statement is no invoice. The amount was taken from the wallet.',
    attached: 'The document is attached.',
    period: 'Period',
  },
  hi: {
    units: {
      ms: '{number} मिनट',
      'ms-hours': '{number} मिनट, एक माह',
      'byte-hours': '{number} GB, एक माह',
      bytes: '{number} GB',
      count: '{number}',
    },
    invoice: 'इनवॉइस',
    creditNote: 'क्रेडिट नोट',
    statement: 'स्टेटमेंट',
    billedTo: 'बिल प्राप्तकर्ता',
    paidWith: 'भुगतान का तरीका',
    forInvoice: 'इस इनवॉइस का क्रेडिट',
    topUp: 'वॉलेट क्रेडिट, वीडियो प्लेटफ़ॉर्म',
    credit: 'लौटाया गया वॉलेट क्रेडिट',
    what: 'विवरण',
    quantity: 'मात्रा',
    amount: 'राशि',
    tax: '{name} {rate}',
    reverseCharge: '{name} {rate}, रिवर्स चार्ज',
    total: 'कुल',
    balanceAfter: 'इसके बाद वॉलेट: {money}।',
    opening: 'शुरुआती शेष',
    added: 'जोड़ा गया',
    charged: 'शुल्क',
    closing: 'अंतिम शेष',
    minimum: 'प्लान का न्यूनतम शुल्क',
    adjustment: '{period} का समायोजन',
    nothing: 'कुछ भी उपयोग नहीं हुआ।',
    reverseChargeNote: 'रिवर्स चार्ज: टैक्स प्राप्तकर्ता को देना है।',
    taxId: 'टैक्स ID {id}',
    bank: 'बैंक विवरण',
    byComputer: 'यह दस्तावेज़ कंप्यूटर से बना है, इस पर हस्ताक्षर ज़रूरी नहीं।',
    fromWallet: 'यह स्टेटमेंट इनवॉइस नहीं है। राशि वॉलेट से ली गई।',
    attached: 'दस्तावेज़ अटैच किया गया है।',
    period: 'अवधि',
  },
  ar: {
    units: {
      ms: '{number} دقيقة',
      'ms-hours': '{number} دقيقة لمدة شهر',
      'byte-hours': '{number} غيغابايت لمدة شهر',
      bytes: '{number} غيغابايت',
      count: '{number}',
    },
    invoice: 'فاتورة',
    creditNote: 'إشعار دائن',
    statement: 'كشف حساب',
    billedTo: 'إلى',
    paidWith: 'طريقة الدفع',
    forInvoice: 'عن الفاتورة',
    topUp: 'رصيد محفظة، منصة فيديو',
    credit: 'رصيد محفظة مُعاد',
    what: 'البيان',
    quantity: 'الكمية',
    amount: 'المبلغ',
    tax: '{name} {rate}',
    reverseCharge: '{name} {rate}، احتساب عكسي',
    total: 'الإجمالي',
    balanceAfter: 'رصيد المحفظة بعد ذلك: {money}.',
    opening: 'الرصيد الافتتاحي',
    added: 'المضاف',
    charged: 'الرسوم',
    closing: 'الرصيد الختامي',
    minimum: 'الحد الأدنى للخطة',
    adjustment: 'تسوية لفترة {period}',
    nothing: 'لم يُستخدم شيء.',
    reverseChargeNote: 'احتساب عكسي: الضريبة مستحقة على المستلم.',
    taxId: 'الرقم الضريبي {id}',
    bank: 'بيانات البنك',
    byComputer: 'أُنشئ هذا المستند آليًا ولا يحتاج إلى توقيع.',
    fromWallet: 'هذا الكشف ليس فاتورة. خُصم المبلغ من المحفظة.',
    attached: 'المستند مرفق.',
    period: 'الفترة',
  },
  te: {
    units: {
      ms: '{number} నిమి',
      'ms-hours': '{number} నిమి, ఒక నెల',
      'byte-hours': '{number} GB, ఒక నెల',
      bytes: '{number} GB',
      count: '{number}',
    },
    invoice: 'ఇన్\u200cవాయిస్',
    creditNote: 'క్రెడిట్ నోట్',
    statement: 'స్టేట్\u200cమెంట్',
    billedTo: 'బిల్ గ్రహీత',
    paidWith: 'చెల్లింపు విధానం',
    forInvoice: 'ఈ ఇన్\u200cవాయిస్\u200cకు క్రెడిట్',
    topUp: 'వాలెట్ క్రెడిట్, వీడియో ప్లాట్\u200cఫారమ్',
    credit: 'తిరిగి ఇచ్చిన వాలెట్ క్రెడిట్',
    what: 'వివరణ',
    quantity: 'పరిమాణం',
    amount: 'మొత్తం',
    tax: '{name} {rate}',
    reverseCharge: '{name} {rate}, రివర్స్ ఛార్జ్',
    total: 'మొత్తం',
    balanceAfter: 'దీని తర్వాత వాలెట్: {money}.',
    opening: 'ప్రారంభ బ్యాలెన్స్',
    added: 'జోడించినది',
    charged: 'ఛార్జ్ అయినది',
    closing: 'ముగింపు బ్యాలెన్స్',
    minimum: 'ప్లాన్ కనీస ఛార్జీ',
    adjustment: '{period} సర్దుబాటు',
    nothing: 'ఏమీ వినియోగించబడలేదు.',
    reverseChargeNote: 'రివర్స్ ఛార్జ్: పన్ను గ్రహీత చెల్లించాలి.',
    taxId: 'పన్ను ID {id}',
    bank: 'బ్యాంక్ వివరాలు',
    byComputer: 'ఈ పత్రం కంప్యూటర్ ద్వారా తయారైంది, సంతకం అవసరం లేదు.',
    fromWallet: 'ఈ స్టేట్\u200cమెంట్ ఇన్\u200cవాయిస్ కాదు. మొత్తం వాలెట్ నుండి తీసుకోబడింది.',
    attached: 'పత్రం జోడించబడింది.',
    period: 'వ్యవధి',
  },
}

export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
}
