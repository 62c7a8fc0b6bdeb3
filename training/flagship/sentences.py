"""Sentences that the teacher reads for the flagship, besides those that it has read for aria: our own. What agents say, short
prompts, prose and questions; numbers as they are written."""

SENTENCES = {
    'eng': '''
Hi!
Yes.
No.
Okay.
Sure thing.
Of course.
Hello?
One moment.
Got it, thanks.
Absolutely, I can help with that.
Really?
Are you still there?
I'm sorry, I didn't catch that.
Could you say that again, please?
Let me check that for you.
Thanks for waiting.
Great question!
Perfect, you're all set.
Is there anything else?
Goodbye, and take care.
Thank you for calling Harbor Dental, this call may be recorded. How can I help you today?
I see two appointments under that number: one on Tuesday at ten, and one on Friday at half past three.
Before we go on, I need to verify your identity. What's the postcode on your account?
Your refund of 84 dollars and 20 cents was issued this morning, and it usually takes 3 to 5 business days to appear.
I've sent a six digit code to the phone that ends in 4471. Please read it to me when you have it.
Unfortunately, that flight is fully booked, but there is one that leaves forty minutes later.
If you'd like to speak with a person, just say agent at any time.
Your table for four is confirmed for Saturday, the 14th of June, at a quarter to eight, under the name of Whitfield.
The technician will arrive between 9 and 11, and will call you about twenty minutes before.
So that I understand: the router has power, but the light on the left keeps blinking red?
Would you rather pay the whole amount now, or in three instalments?
Please hold while I transfer you to billing; your place in the queue is number two.
All right, I've updated your address to 27 Maple Crescent. Did I get that right?
The balance on your card is minus 12.75, and the next payment is due on March 31st.
For security reasons, I can't change the email over the phone, but I can send you a link.
Do you happen to have your reference number handy? It begins with two letters, like QX or ZB.
Your package left our warehouse on Wednesday, was scanned in Memphis last night, and should be with you by noon.
That's strange; the system says the order was cancelled. Did you, by any chance, cancel it yourself?
Take the second exit at the roundabout, and keep right at the fork.
Recalculating. In four hundred feet, make a U-turn.
Tonight will be mostly cloudy, with a low of minus two and a gentle breeze from the north west.
The old lighthouse keeper climbed the hundred and ninety nine steps each evening, and each evening he counted them aloud.
Nobody in the village could remember who had planted the pear tree, but everybody had an opinion about its fruit.
It was the kind of silence that follows a slammed door: not empty at all, but full of everything that had been said.
When the rain finally stopped, the children ran out in their socks, and nobody had the heart to call them back.
He unfolded the map, turned it around twice, and announced, with great confidence, that we were lost.
The kitchen smelled of cinnamon and burnt sugar, and from somewhere upstairs came the sound of a badly tuned piano.
She had three rules: never lend a book, never borrow an umbrella, and never, ever argue with a goose.
Far below, the river had frozen along both banks, leaving a black ribbon of water down the middle.
What does it mean to be brave, if nobody is watching?
Long ago, before there were clocks, the baker told the time by the smell of the bread.
My uncle keeps bees, chickens, and a grudge against the postman.
The engine coughed, shuddered, and died; then, a moment later, it started again all by itself.
You could hear the crowd from the other side of the valley, a low roar like the sea.
Light travels about three hundred thousand kilometres in a second, which is seven and a half times around the earth.
The heart of a blue whale weighs as much as a small car, and beats only a few times a minute when it dives.
Bread rises because yeast eats sugar and breathes out gas, which is trapped in the dough.
The bridge was opened in 1932, closed for repairs in 1987, and has been painted green ever since.
In short, the experiment failed, but it failed in an interesting way.
Chapter one. In which nothing happens, slowly.
Who knows? Maybe she will, and maybe she won't.
Why on earth would anybody paint a fridge orange?
Wait, you're telling me that it was you the whole time?
Did they leave, or did they just stop answering?
How long has it been since you last changed the filter?
Which would you like first, the good news or the bad news?
Oh no! The milk has boiled over again!
Congratulations, you have won!
Stop! Don't touch that, it's hot!
What a lovely surprise!
Judge Ruth Chudleigh judged the huge jury unjustly.
Wealthy Welsh whalers whirled whistling weathervanes.
Vera's five vivid velvet gloves vanished overnight.
Zoe's noisy cousin was amazed by the breezy museum.
Boys enjoy toys, and oysters avoid noise.
The measure of pleasure is rarely a treasure.
Our hour of power was devoured by flour.
Pure curiosity secured the tourist a detour.
Sing a song of spring, long and strong, among young things.
Each cheap watch matched which peach?
''',
    'spa': '''
¡Hola!
Sí.
No, gracias.
¿Diga?
Un momento, por favor.
Claro que sí.
Perfecto, ya está.
¿Sigue usted ahí?
Perdone, no le he entendido.
¿Me lo puede repetir más despacio?
Gracias por llamar a la clínica; esta llamada puede ser grabada. ¿En qué puedo ayudarle?
Su pedido salió ayer del almacén y llegará mañana antes del mediodía.
¿Prefiere pagar ahora, o en tres plazos?
Le he enviado un código de seis cifras al teléfono que termina en 4471.
La reserva está a nombre de Echeverría, para el sábado 14 de junio a las nueve y cuarto.
Para hablar con una persona, diga agente en cualquier momento.
El viejo farero subía cada tarde los ciento noventa y nueve escalones, y cada tarde los contaba en voz alta.
Cuando por fin dejó de llover, los niños salieron corriendo en calcetines, y nadie tuvo valor para llamarlos.
La cocina olía a canela y a azúcar quemado, y de arriba llegaba el sonido de un piano mal afinado.
¿Qué significa ser valiente, si nadie te mira?
Un guerrero extraño agarró el jarrón y huyó bajo la lluvia.
Los ñandúes y las cigüeñas sueñan con pingüinos.
El puente se abrió en 1932 y se cerró por obras en 1987.
¡Qué sorpresa tan bonita!
¡Cuidado, que quema!
''',
    'fra': '''
Bonjour !
Oui.
Non, merci.
Allô ?
Un instant, s'il vous plaît.
Bien sûr.
Parfait, c'est fait.
Vous êtes toujours là ?
Excusez-moi, je n'ai pas compris.
Pourriez-vous répéter un peu plus lentement ?
Merci d'avoir appelé la clinique ; cet appel peut être enregistré. Comment puis-je vous aider ?
Votre commande a quitté notre entrepôt hier soir et arrivera demain avant midi.
Préférez-vous payer maintenant, ou en trois fois ?
Je vous ai envoyé un code à six chiffres au numéro qui se termine par 71.
La réservation est au nom de Lefebvre, pour samedi 14 juin à neuf heures et quart.
Pour parler à un conseiller, dites agent à tout moment.
Chaque soir, le vieux gardien du phare montait les cent quatre-vingt-dix-neuf marches, et chaque soir il les comptait à voix haute.
Quand la pluie s'arrêta enfin, les enfants sortirent en chaussettes, et personne n'eut le cœur de les rappeler.
La cuisine sentait la cannelle et le sucre brûlé, et d'en haut venait le son d'un piano mal accordé.
Que veut dire être courageux, si personne ne regarde ?
Un peu de brume brune enveloppait la plaine et les vignes de juillet.
L'agneau mignon grignote les oignons de la montagne.
Le pont fut ouvert en 1932 et fermé pour travaux en 1987.
Quelle jolie surprise !
Attention, c'est brûlant !
''',
    'por': '''
Oi!
Sim.
Não, obrigado.
Alô?
Um momento, por favor.
Claro que sim.
Perfeito, está tudo certo.
Você ainda está aí?
Desculpe, não entendi.
Pode repetir um pouco mais devagar?
Obrigado por ligar para a clínica; esta chamada pode ser gravada. Como posso ajudar?
O seu pedido saiu ontem do nosso armazém e chega amanhã antes do meio-dia.
O senhor prefere pagar agora, ou em três vezes?
Enviei um código de seis dígitos para o telefone que termina em 4471.
A reserva está em nome de Magalhães, para sábado, 14 de junho, às nove e quinze.
Para falar com uma pessoa, diga atendente a qualquer momento.
Toda tarde o velho faroleiro subia os cento e noventa e nove degraus, e toda tarde os contava em voz alta.
Quando a chuva enfim parou, as crianças saíram correndo de meias, e ninguém teve coragem de chamá-las.
A cozinha cheirava a canela e açúcar queimado, e lá de cima vinha o som de um piano desafinado.
O que significa ter coragem, se ninguém está olhando?
A ponte foi aberta em 1932 e fechada para reformas em 1987.
As mães e os irmãos põem os pães nos balcões.
O trem lento trouxe gente de longe, gente do sertão.
Que surpresa boa!
Cuidado, está quente!
''',
    'hin': '''
नमस्ते!
हाँ।
नहीं, धन्यवाद।
हैलो?
एक मिनट रुकिए।
ज़रूर।
बहुत बढ़िया, सब हो गया।
क्या आप अभी भी लाइन पर हैं?
माफ़ कीजिए, मैं समझ नहीं पाया।
क्या आप इसे थोड़ा धीरे दोहरा सकते हैं?
आपका ऑर्डर कल हमारे गोदाम से निकला और कल दोपहर से पहले पहुँच जाएगा।
आप अभी भुगतान करना चाहेंगे, या तीन किश्तों में?
मैंने आपके फ़ोन पर छह अंकों का कोड भेजा है।
शनिवार, 14 जून को शाम सात बजे चार लोगों के लिए मेज़ आरक्षित है।
बूढ़ा आदमी हर शाम सीढ़ियाँ चढ़ता था, और हर शाम उन्हें ज़ोर से गिनता था।
जब बारिश आखिरकार रुकी, तो बच्चे दौड़ते हुए बाहर निकल गए।
रसोई से दालचीनी और जली हुई चीनी की खुशबू आ रही थी।
अगर कोई देख न रहा हो, तो बहादुर होने का क्या मतलब है?
यह पुल 1932 में खुला और 1987 में मरम्मत के लिए बंद हुआ।
कितना सुंदर तोहफ़ा है!
रुको, यह बहुत गर्म है!
''',
    'jpn': '''
こんにちは。
はい。
いいえ、結構です。
もしもし。
少々お待ちください。
もちろんです。
かしこまりました。
まだお電話口にいらっしゃいますか。
すみません、もう一度お願いします。
もう少しゆっくり話していただけますか。
ご注文の品は昨日発送され、明日の午前中に届きます。
お支払いは今なさいますか、それとも三回払いにしますか。
六桁の番号をお送りしましたので、読み上げてください。
土曜日の夜七時に、四名様でご予約を承りました。
年老いた灯台守は、毎晩階段を上り、その数を声に出して数えました。
やっと雨が止むと、子供たちは靴下のまま外へ飛び出しました。
台所からは、焦げた砂糖の匂いがしました。
誰も見ていないのに、勇気があるとはどういうことでしょう。
その橋は千九百三十二年に開通しました。
なんて素敵な贈り物でしょう。
危ない、熱いですよ。
''',
}
