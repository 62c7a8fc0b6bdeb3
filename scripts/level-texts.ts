import type { Language } from '../src/core/language.ts'

/** What all voices come to. Speech of all engines reaches it with its peaks left as they are, but for a few. */
export const LEVEL = { targetLufs: -19, mostOffLu: 1.5, peakLimitDb: -1 } as const

/** What every voice of a language speaks: `measured` decides its gain, and of `heldOut` it is heard whether that fits. */
export interface LevelTexts {
  readonly measured: string
  readonly heldOut: string
}

export const LEVEL_TEXTS: Readonly<Record<Language, LevelTexts>> = {
  eng: {
    measured:
      'Please meet me near the old bridge before the evening train leaves town. The shop on the corner sells bread, cheese and fresh fruit. Would you rather walk, or wait for the bus?',
    heldOut:
      'Your parcel will arrive on Thursday between nine and noon. Thank you for calling; how may I help you today? Nobody knew why the lights had gone out.',
  },
  spa: {
    measured:
      'Nos vemos mañana cerca del puente viejo, antes de que salga el tren. La tienda de la esquina vende pan, queso y fruta fresca. ¿Prefieres caminar o esperar el autobús?',
    heldOut: 'Su paquete llegará el jueves entre las nueve y las doce. Gracias por llamar, ¿en qué puedo ayudarle hoy?',
  },
  jpn: {
    measured:
      '明日の朝、古い橋の近くで会いましょう。角の店ではパンとチーズと果物を売っています。歩きますか、それともバスを待ちますか。',
    heldOut: 'お荷物は木曜日の午前中に届きます。お電話ありがとうございます。今日はどうされましたか。',
  },
  por: {
    measured:
      'Amanhã nos vemos perto da ponte velha, antes que o trem saia. A loja da esquina vende pão, queijo e frutas frescas. Você prefere caminhar ou esperar o ônibus?',
    heldOut:
      'Sua encomenda chegará na quinta-feira entre nove e doze horas. Obrigado por ligar, como posso ajudar hoje?',
  },
  ger: {
    measured:
      'Wir treffen uns morgen an der alten Brücke, bevor der Zug fährt. Der Laden an der Ecke verkauft Brot, Käse und frisches Obst. Möchtest du laufen oder auf den Bus warten?',
    heldOut:
      'Ihr Paket kommt am Donnerstag zwischen neun und zwölf Uhr. Danke für Ihren Anruf, wie kann ich Ihnen helfen?',
  },
  ara: {
    measured:
      'نلتقي غدا قرب الجسر القديم قبل أن يغادر القطار. يبيع الدكان الخبز والجبن والفواكه. هل تفضل المشي أم انتظار الحافلة؟',
    heldOut: 'ستصل الرسالة يوم الخميس في الصباح. شكرا على اتصالك، كيف يمكنني أن أساعدك اليوم؟',
  },
  fra: {
    measured:
      'Nous nous retrouvons demain près du vieux pont, avant le départ du train. La boutique du coin vend du pain, du fromage et des fruits. Préférez-vous marcher ou attendre le bus ?',
    heldOut:
      "Votre colis arrivera jeudi entre neuf heures et midi. Merci de votre appel, comment puis-je vous aider aujourd'hui ?",
  },
  hin: {
    measured:
      'हम कल सुबह पुराने पुल के पास मिलेंगे। कोने की दुकान रोटी, पनीर और ताज़े फल बेचती है। क्या आप पैदल चलेंगे या बस का इंतज़ार करेंगे?',
    heldOut: 'आपका सामान गुरुवार की सुबह पहुँचेगा। फ़ोन करने के लिए धन्यवाद, मैं आपकी क्या मदद कर सकता हूँ?',
  },
}
