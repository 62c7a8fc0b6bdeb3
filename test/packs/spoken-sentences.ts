/** Our own sentences, without digits, since there are several ways to write those. */
export const SPOKEN_SENTENCES = {
  eng: [
    'We walked down to the water, and then my father read a chapter of his book.',
    'Could you tell me when the next train to the city leaves?',
    'Please keep your seat belt fastened until the plane has stopped.',
    'The museum is closed on Mondays and open late on Thursdays.',
    'Nobody had touched the old piano since last winter.',
    'She closed the gate behind her and went to the harbour.',
  ],
  spa: [
    'Vivo en una ciudad pequeña cerca de la costa.',
    '¿Me puede decir dónde está la estación?',
    'Mañana por la mañana iremos a la montaña con los niños.',
    'El cielo estaba completamente gris, pero no llovía.',
    'Hay que cerrar la puerta antes de salir.',
    'Cuando era joven, mi abuelo viajó por todo el mundo.',
  ],
  fra: [
    "Il fait très beau aujourd'hui et nous allons manger au restaurant.",
    'Pouvez-vous me dire où se trouve la gare ?',
    'Nous partons demain matin à la montagne avec les enfants.',
    'Le ciel était gris, mais il ne pleuvait pas.',
    'Il faut fermer la porte avant de sortir.',
    'Mon grand-père a voyagé dans le monde entier.',
  ],
  por: [
    'Eu gostaria de comprar duas passagens para o Rio de Janeiro.',
    'Você pode me dizer onde fica a estação?',
    'Amanhã de manhã vamos para a montanha com as crianças.',
    'O céu estava completamente cinza, mas não chovia.',
    'É preciso fechar a porta antes de sair.',
    'Quando era jovem, meu avô viajou pelo mundo inteiro.',
  ],
  hin: [
    'आज मौसम बहुत अच्छा है और हम बाज़ार जा रहे हैं।',
    'क्या आप बता सकते हैं कि स्टेशन कहाँ है?',
    'कल सुबह हम बच्चों के साथ पहाड़ पर जाएँगे।',
    'बाहर जाने से पहले दरवाज़ा बंद कर देना।',
  ],
  jpn: [
    '今日はとても天気がいいので、公園へ散歩に行きましょう。',
    '駅はどこにありますか。',
    '明日の朝、子供たちと山へ行きます。',
    '出かける前にドアを閉めてください。',
  ],
} as const
