"""Further sentences, read after all others: names of earlier ones stay as they are."""

MORE = {
    'eng': '''
The answer is no, and it has always been no.
It wasn't me who broke the window, it was him.
I asked for the red one, not the green one.
After all those years, they finally found the key to the garden.
Is it really that simple, or am I missing something?
So what would you do, if you were in my place?
She paused, looked at the letter once more, and put it in the fire.
We need flour, sugar, three eggs, a little milk, and, most important of all, patience.
Please confirm your date of birth and the last four digits of your account.
Your call is important to us, and will be answered in the order in which it was received.
The number you have dialed is not in service.
Good afternoon, and welcome aboard.
The gate closes fifteen minutes before departure.
Would you prefer a window seat or an aisle seat?
Is there a pharmacy near here that stays open at night?
It's the third door on the left, just past the lift.
He said, quite calmly, that he would never sing again.
Whatever happens tomorrow, we've had a wonderful day.
The doctor asked whether the pain was getting better or worse.
How wonderful that you could come!
What an enormous, ugly, expensive chair!
There is no such thing as a free lunch.
My grandmother used to say that a watched pot never boils.
Thirty thieves thought that they thrilled the throne throughout Thursday.
The sixth sheikh's sixth sheep is sick.
A proper copper coffee pot stood on the stove.
Around the rugged rocks the ragged rascal ran.
Weather permitting, the boat leaves at dawn.
You're kidding, aren't you?
Right, where were we?
''',
    'spa': '''
No fui yo quien rompió la ventana, fue él.
Pedí el rojo, no el verde.
Después de tantos años encontraron por fin la llave del jardín.
¿Es así de sencillo, o me falta algo?
Entonces, ¿qué harías tú en mi lugar?
Se detuvo, miró la carta una vez más y la echó al fuego.
Necesitamos harina, azúcar, tres huevos, un poco de leche y, sobre todo, paciencia.
Por favor, confirme su fecha de nacimiento y las cuatro últimas cifras de su cuenta.
Su llamada es importante para nosotros.
Buenas tardes y bienvenidos a bordo.
¿Prefiere ventanilla o pasillo?
¿Hay alguna farmacia cerca que abra por la noche?
Es la tercera puerta a la izquierda, justo después del ascensor.
Dijo con toda calma que no volvería a cantar.
Pase lo que pase mañana, hoy ha sido un día maravilloso.
¡Qué alegría que hayas podido venir!
Mi abuela decía que quien mucho abarca poco aprieta.
Tres tristes tigres tragaban trigo en un trigal.
El cielo está enladrillado, ¿quién lo desenladrillará?
Yo ya llegué ayer, y ella llegó hoy.
El ñandú y el pingüino no vuelan, pero corren y nadan muy bien.
Si el tiempo lo permite, el barco sale al amanecer.
Estás bromeando, ¿verdad?
A ver, ¿por dónde íbamos?
La respuesta es no, y siempre ha sido no.
''',
    'fra': '''
Ce n'est pas moi qui ai cassé la vitre, c'est lui.
J'ai demandé le rouge, pas le vert.
Après tant d'années, ils ont enfin retrouvé la clé du jardin.
Est-ce vraiment aussi simple, ou est-ce que j'oublie quelque chose ?
Alors, que ferais-tu à ma place ?
Elle s'arrêta, regarda la lettre encore une fois, puis la jeta au feu.
Il nous faut de la farine, du sucre, trois œufs, un peu de lait et surtout de la patience.
Veuillez confirmer votre date de naissance et les quatre derniers chiffres de votre compte.
Votre appel est important pour nous.
Bonsoir, et bienvenue à bord.
Préférez-vous le hublot ou le couloir ?
Y a-t-il une pharmacie ouverte la nuit près d'ici ?
C'est la troisième porte à gauche, juste après l'ascenseur.
Il a dit très calmement qu'il ne chanterait plus jamais.
Quoi qu'il arrive demain, nous avons passé une journée merveilleuse.
Quel bonheur que vous ayez pu venir !
Les chaussettes de l'archiduchesse sont-elles sèches ?
Un chasseur sachant chasser doit savoir chasser sans son chien.
Si le temps le permet, le bateau partira à l'aube.
Tu plaisantes, n'est-ce pas ?
Bon, où en étions-nous ?
La réponse est non, et elle a toujours été non.
Le jeune homme jeûnait deux jeudis par mois.
Huit cuisiniers cuisent huit grosses cuisses de poulet.
L'agneau gagna la montagne, loin des grognements du chien.
''',
    'por': '''
Não fui eu que quebrei a janela, foi ele.
Eu pedi o vermelho, não o verde.
Depois de tantos anos, finalmente encontraram a chave do jardim.
É tão simples assim, ou está faltando alguma coisa?
Então, o que você faria no meu lugar?
Ela parou, olhou a carta mais uma vez e jogou no fogo.
Precisamos de farinha, açúcar, três ovos, um pouco de leite e, principalmente, paciência.
Por favor, confirme a sua data de nascimento e os quatro últimos dígitos da conta.
Sua ligação é muito importante para nós.
Boa tarde, e sejam bem-vindos a bordo.
Prefere janela ou corredor?
Tem alguma farmácia aberta à noite aqui perto?
É a terceira porta à esquerda, logo depois do elevador.
Ele disse, com toda a calma, que nunca mais ia cantar.
Aconteça o que acontecer amanhã, hoje foi um dia maravilhoso.
Que alegria que você pôde vir!
Três pratos de trigo para três tigres tristes.
O sabiá não sabia que o sábio sabia assobiar.
Se o tempo ajudar, o barco sai ao amanhecer.
Você está brincando, não está?
Bom, onde é que nós estávamos?
A resposta é não, e sempre foi não.
Minha avó dizia que quem tem pressa come cru.
O trem das onze chegou com quinze minutos de atraso.
Ninguém queria lavar a louça depois do almoço de domingo.
''',
    'hin': '''
खिड़की मैंने नहीं, उसने तोड़ी।
मैंने लाल वाली माँगी थी, हरी नहीं।
इतने सालों के बाद आख़िर बगीचे की चाबी मिल गई।
क्या यह सच में इतना आसान है, या मुझसे कुछ छूट रहा है?
तो मेरी जगह आप क्या करते?
वह रुकी, चिट्ठी को एक बार फिर देखा, और आग में डाल दिया।
हमें आटा, चीनी, तीन अंडे, थोड़ा दूध और सबसे ज़्यादा धैर्य चाहिए।
कृपया अपनी जन्म तिथि और खाते के अंतिम चार अंक बताइए।
आपकी कॉल हमारे लिए महत्वपूर्ण है।
नमस्कार, आपका स्वागत है।
आप खिड़की वाली सीट लेंगे या किनारे वाली?
क्या यहाँ पास में कोई दवाई की दुकान रात को खुली रहती है?
बाईं ओर तीसरा दरवाज़ा है, लिफ़्ट के ठीक बाद।
उसने बड़े आराम से कहा कि वह फिर कभी नहीं गाएगा।
कल जो भी हो, आज का दिन बहुत अच्छा रहा।
कितनी ख़ुशी की बात है कि आप आ सके!
चंदू के चाचा ने चंदू की चाची को चाँदनी चौक में चाँदी के चम्मच से चटनी चटाई।
कच्चा पापड़, पक्का पापड़।
आप मज़ाक़ कर रहे हैं, है न?
अच्छा, हम कहाँ थे?
उत्तर नहीं है, और हमेशा नहीं ही रहा है।
ठंडा पानी, गरम चाय, और थोड़ी सी मिठाई।
झूठ बोलना आसान है, पर सच छिपता नहीं।
भाई ने धोबी से घोड़े का भाड़ा पूछा।
यह फूल किसका है, और वह फल किसने खाया?
''',
    'jpn': '''
窓を割ったのは私ではなく、彼です。
緑ではなく、赤をお願いしました。
何年もたって、やっと庭の鍵が見つかりました。
本当にそんなに簡単なのでしょうか、それとも何か忘れていますか？
では、あなたならどうしますか？
彼女は立ち止まって、もう一度手紙を見て、火に投げ入れました。
小麦粉と、砂糖と、卵三つと、牛乳を少し、それに何より根気が必要です。
生年月日と口座番号の下四桁を確認させてください。
お電話ありがとうございます。
皆様、こんばんは。ご搭乗ありがとうございます。
窓側と通路側と、どちらがよろしいですか？
この近くに、夜も開いている薬局はありますか？
エレベーターを過ぎて、左側の三番目のドアです。
彼は静かに、もう二度と歌わないと言いました。
明日何があっても、今日は素晴らしい一日でした。
来てくれて本当に嬉しいです！
生麦、生米、生卵。
隣の客はよく柿食う客だ。
天気がよければ、船は夜明けに出ます。
冗談でしょう？
さて、どこまで話しましたっけ？
答えはいいえです。ずっと前からそうです。
百円玉を六枚と、十円玉を三枚ください。
急行は次の駅には止まりません。
プールの授業は、来週の水曜日からピアノ教室と交代です。
''',
}
