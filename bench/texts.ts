/** Typical sentences of 30 to 90 characters. */
export const ENGLISH_SENTENCES = [
  'Good morning, and thank you for calling the city library.',
  'Your table for four is booked on the terrace at half past seven.',
  'The next train to the airport leaves from platform nine.',
  'I have found two appointments for you, one on Monday and one on Friday.',
  'Could you please tell me the last four digits of your card?',
  'There is light rain this morning, but the sun should be out by noon.',
  'Your parcel was handed to a neighbour at the blue door.',
  'Turn left after the bridge, then keep to the right for two miles.',
  'We will send you a message as soon as the doctor is free.',
  'Stir the onions slowly until they are soft and golden.',
  'The meeting has been moved to the large room on the third floor.',
  'I am sorry to hear that; let me see what we can do about it.',
  'Please keep your seat belt fastened until the aircraft has stopped.',
  'The museum is closed on Tuesdays and open late on Thursdays.',
  'Take one tablet with water after breakfast, and another before bed.',
  'Nobody had touched the old piano since the winter of the flood.',
  'Would you like me to repeat the address more slowly?',
  'Your new password has been saved, and you may now sign in again.',
  'She closed the gate behind her and walked down to the harbour.',
  'That comes to eighteen dollars and forty cents, tip included.',
]

/** 3.5 s in an ordinary voice, to compare figures with other programs and days. */
export const REFERENCE_SENTENCE = 'The ferry crosses the bay every hour until the last light of day.'

export const SPANISH_SENTENCES = [
  'Buenos días y gracias por llamar a la biblioteca municipal.',
  'Su mesa para cuatro está reservada en la terraza a las siete y media.',
  'El próximo tren al aeropuerto sale del andén nueve.',
  'Le he encontrado dos citas, una el lunes y otra el viernes.',
  '¿Me puede decir las cuatro últimas cifras de su tarjeta?',
  'Esta mañana llueve un poco, pero al mediodía saldrá el sol.',
  'Su paquete se entregó a un vecino en la puerta azul.',
  'Gire a la izquierda después del puente y siga por la derecha.',
  'Le mandaremos un mensaje en cuanto el médico quede libre.',
  'Remueva la cebolla despacio hasta que esté blanda y dorada.',
  'La reunión se ha trasladado a la sala grande del tercer piso.',
  'Siento mucho oír eso; vamos a ver qué podemos hacer.',
  'Mantengan abrochado el cinturón hasta que el avión se detenga.',
  'El museo cierra los martes y abre hasta tarde los jueves.',
  'Tome una pastilla con agua después del desayuno y otra al acostarse.',
  'Nadie había tocado el viejo piano desde el invierno de la riada.',
  '¿Quiere que le repita la dirección más despacio?',
  'Hemos guardado su nueva contraseña; ya puede entrar otra vez.',
  'Cerró la verja tras de sí y bajó caminando hasta el puerto.',
  'Son dieciocho euros con cuarenta, con la propina incluida.',
]

/** Prose of the languages that are normalized, other than English. */
export const PROSE = {
  spa: [
    'El barco cruza la bahía cada hora hasta la última luz del día.',
    'El Sr. Ruiz encontró a su vecina a las 10:30 y hablaron un rato del tiempo.',
    'Nadie sabía adónde había ido el viejo mapa.',
  ],
  fra: [
    "Le bateau traverse la baie toutes les heures jusqu'à la dernière lumière du jour.",
    'M. Petit a rencontré sa voisine à 10h30 et ils ont parlé du temps.',
    'Personne ne savait où était passée la vieille carte.',
  ],
  ger: [
    'Die Fähre überquert die Bucht jede Stunde bis zum letzten Licht des Tages.',
    'Herr Dr. Braun traf seine Nachbarin um 10:30 Uhr, und sie sprachen eine Weile über das Wetter.',
    'Niemand wusste, wo die alte Karte geblieben war.',
  ],
  por: [
    'A balsa atravessa a baía a cada hora até a última luz do dia.',
    'O Sr. Souza encontrou a vizinha às 10:30 e conversaram um pouco sobre o tempo.',
    'Ninguém sabia onde tinha ido parar o velho mapa.',
  ],
  hin: [
    'नाव हर घंटे दिन की आख़िरी रोशनी तक खाड़ी पार करती है।',
    'डॉ. शर्मा 10:30 बजे अपनी पड़ोसन से मिले और वे कुछ देर मौसम की बात करते रहे।',
    'किसी को नहीं पता था कि पुराना नक्शा कहाँ गया।',
  ],
  ara: [
    'تعبر العبارة الخليج كل ساعة حتى آخر ضوء في النهار.',
    'التقى د. سامي بجارته الساعة 10:30 وتحدثا قليلا عن الطقس.',
    'لم يعرف أحد أين ذهبت الخريطة القديمة.',
  ],
  jpn: [
    'フェリーは日が暮れるまで一時間ごとに湾を渡ります。',
    '山田さんは10時30分に近所の人に会って、しばらく天気の話をしました。',
    '古い地図がどこへ行ったのか、誰も知りませんでした。',
  ],
} as const
