"""The SDKs of OpenAI, Deepgram, ElevenLabs and Cartesia, and Home Assistant's Wyoming client."""

import asyncio
import base64
import io
import json
import sys
import time
import wave
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import checks
import websockets
from cartesia import AsyncCartesia, AuthenticationError as CartesiaRefusal
from deepgram import AsyncDeepgramClient
from deepgram.core.api_error import ApiError as DeepgramError
from deepgram.environment import DeepgramClientEnvironment
from deepgram.speak.v1.types import SpeakV1Text
from elevenlabs.client import AsyncElevenLabs, ElevenLabs
from elevenlabs.core.api_error import ApiError as ElevenLabsError
from openai import AsyncOpenAI, AuthenticationError
from wyoming.audio import AudioChunk
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeStopped, SynthesizeVoice

PCM_RATE = 24000
EXAMPLES = Path(__file__).parents[2] / "examples"


def pcm_seconds(samples: bytes, rate: int = PCM_RATE) -> float:
    return len(samples) / 2 / rate


def check_pcm(samples: bytes, text: str) -> None:
    checks.check_seconds(pcm_seconds(samples), text)


async def same_after(interrupt, speak) -> None:
    """Speech sounds the same after three interruptions as before."""
    undisturbed = await speak()
    for _ in range(3):
        await interrupt()
        checks.check_undisturbed(pcm_seconds(await speak()), pcm_seconds(undisturbed))


# OpenAI


def openai_client(key: str = checks.KEY) -> AsyncOpenAI:
    return AsyncOpenAI(base_url=f"{checks.URL}/v1", api_key=key, max_retries=0)


async def openai_speech(client: AsyncOpenAI, text: str, voice="alloy") -> bytes:
    speech = await client.audio.speech.create(model="tts-1", voice=voice, input=text, response_format="pcm")
    return speech.content


async def openai_turns() -> None:
    async with openai_client() as client:
        for text in checks.TURNS:
            check_pcm(await openai_speech(client, text), text)
        wav = await client.audio.speech.create(
            model="gpt-4o-mini-tts", voice="luna", input="Hello there.", response_format="wav"
        )
        assert wave.open(io.BytesIO(wav.content)).getframerate() == PCM_RATE
        async with client.audio.speech.with_streaming_response.create(
            model="gpt-4o-mini-tts", voice="alloy", input=checks.TURNS[1], response_format="pcm", stream_format="sse"
        ) as response:
            events = [json.loads(line[6:]) async for line in response.iter_lines() if line.startswith("data: ")]
        check_pcm(b"".join(base64.b64decode(event.get("audio", "")) for event in events), checks.TURNS[1])
        assert events[-1]["type"] == "speech.audio.done" and events[-1]["usage"]["total_tokens"] > 0
        models = await client.models.list()
        assert "tts-1" in {model.id for model in models.data}
        assert (await client.models.retrieve("tts-1")).id == "tts-1"


async def openai_barge_in() -> None:
    async with openai_client() as client:

        async def interrupt() -> None:
            async with client.audio.speech.with_streaming_response.create(
                model="tts-1", voice="alloy", input=checks.INTERRUPTED, response_format="pcm"
            ) as response:
                await anext(response.iter_bytes(4800))

        await same_after(interrupt, lambda: openai_speech(client, checks.TURNS[1]))


async def openai_long_text() -> None:
    async with openai_client() as client:
        check_pcm(await openai_speech(client, checks.LONG), checks.LONG)


async def openai_wrong_key() -> None:
    async with openai_client(checks.WRONG_KEY) as client:
        try:
            await openai_speech(client, "Hello.")
        except AuthenticationError as error:
            assert error.status_code == 401 and error.code == "invalid_api_key" and error.request_id, error
            return
    raise AssertionError("the wrong key was accepted")


# Deepgram


def deepgram_client(key: str = checks.KEY) -> AsyncDeepgramClient:
    url, socket_url = checks.URL, checks.SOCKET_URL
    environment = DeepgramClientEnvironment(base=url, production=socket_url, agent=socket_url, agent_rest=url)
    return AsyncDeepgramClient(api_key=key, environment=environment)


async def deepgram_speech(text: str, encoding="linear16", container="none", key=checks.KEY, **format) -> bytes:
    audio = deepgram_client(key).speak.v1.audio
    stream = audio.generate(text=text, encoding=encoding, container=container, model="aura-2-thalia-en", **format)
    return b"".join([part async for part in stream])


async def deepgram_http_turns() -> None:
    for text in checks.TURNS:
        check_pcm(await deepgram_speech(text, sample_rate=PCM_RATE), text)
    for encoding in ("mulaw", "alaw"):
        for container in ("none", "wav"):
            speech = await deepgram_speech(checks.TURNS[0], encoding, container, sample_rate=8000)
            is_wav = speech.startswith(b"RIFF")
            assert is_wav == (container == "wav"), f"{encoding} in {container} begins with {speech[:4]}"
            checks.check_seconds(len(speech) / 8000, checks.TURNS[0])


async def deepgram_http_long_text() -> None:
    check_pcm(await deepgram_speech(checks.LONG, sample_rate=PCM_RATE), checks.LONG)


async def deepgram_http_wrong_key() -> None:
    try:
        await deepgram_speech("Hello.", key=checks.WRONG_KEY)
    except DeepgramError as error:
        assert error.status_code == 401 and error.body["err_code"] == "INVALID_AUTH", error
        return
    raise AssertionError("the wrong key was accepted")


async def deepgram_turn(socket, pieces: list[str], pause_s: float = 0) -> bytes:
    for index, piece in enumerate(pieces):
        if index == len(pieces) - 1:
            await asyncio.sleep(pause_s)
        await socket.send_text(SpeakV1Text(type="Speak", text=piece))
    await socket.send_flush()
    samples = b""
    while True:
        message = await socket.recv()
        if isinstance(message, bytes):
            samples += message
        elif message.type == "Flushed":
            return samples
        else:
            assert message.type in ("Metadata", "Cleared"), message


def deepgram_socket(key: str = checks.KEY):
    return deepgram_client(key).speak.v1.connect(
        model="aura-2-thalia-en", encoding="linear16", sample_rate=str(PCM_RATE)
    )


async def deepgram_turns() -> None:
    async with deepgram_socket() as socket:
        for text in checks.TURNS:
            check_pcm(await deepgram_turn(socket, [text]), text)
        await socket.send_close()


async def deepgram_pause() -> None:
    async with deepgram_socket() as socket:
        pieces = [checks.BEFORE_PAUSE, checks.AFTER_PAUSE]
        check_pcm(await deepgram_turn(socket, pieces, checks.PAUSE_S), "".join(pieces))


async def deepgram_barge_in() -> None:
    async with deepgram_socket() as socket:

        async def interrupt() -> None:
            await socket.send_text(SpeakV1Text(type="Speak", text=checks.INTERRUPTED))
            while not isinstance(await socket.recv(), bytes):
                pass
            await socket.send_clear()
            while getattr(await socket.recv(), "type", None) != "Cleared":
                pass

        await same_after(interrupt, lambda: deepgram_turn(socket, [checks.TURNS[1]]))


async def deepgram_long_text() -> None:
    async with deepgram_socket() as socket:
        check_pcm(await deepgram_turn(socket, [checks.LONG]), checks.LONG)


async def deepgram_wrong_key() -> None:
    try:
        async with deepgram_socket(checks.WRONG_KEY):
            raise AssertionError("the wrong key was accepted")
    except DeepgramError as error:
        assert error.status_code == 401, error


# ElevenLabs


def elevenlabs_client(key: str = checks.KEY) -> AsyncElevenLabs:
    return AsyncElevenLabs(base_url=checks.URL, api_key=key)


async def elevenlabs_speech(client: AsyncElevenLabs, text: str) -> bytes:
    stream = client.text_to_speech.stream("luna", text=text, output_format="pcm_24000", model_id="eleven_flash_v2_5")
    return b"".join([part async for part in stream])


async def elevenlabs_turns() -> None:
    client = elevenlabs_client()
    for text in checks.TURNS:
        check_pcm(await elevenlabs_speech(client, text), text)
    whole = client.text_to_speech.convert("21m00Tcm4TlvDq8ikWAM", text="Hello there.", output_format="mp3_44100_128")
    assert len(b"".join([part async for part in whole])) > 5000
    voices = await client.voices.get_all()
    assert "luna" in {voice.voice_id for voice in voices.voices}
    assert "eleven_flash_v2_5" in {model.model_id for model in await client.models.list()}
    assert (await client.user.subscription.get()).character_limit > 0


async def elevenlabs_barge_in() -> None:
    client = elevenlabs_client()

    async def interrupt() -> None:
        stream = client.text_to_speech.stream("luna", text=checks.INTERRUPTED, output_format="pcm_24000")
        await anext(stream)
        await stream.aclose()

    await same_after(interrupt, lambda: elevenlabs_speech(client, checks.TURNS[1]))


async def elevenlabs_long_text() -> None:
    check_pcm(await elevenlabs_speech(elevenlabs_client(), checks.LONG), checks.LONG)


def words_of(characters: list[str], starts: list[float]) -> list[checks.Word]:
    words: list[checks.Word] = []
    is_open = False
    for character, start in zip(characters, starts, strict=True):
        if character == " ":
            is_open = False
        elif is_open:
            words[-1] = (words[-1][0] + character, words[-1][1])
        else:
            words.append((character, start))
            is_open = True
    return words


async def elevenlabs_word_times() -> None:
    client = elevenlabs_client()
    text = " ".join(checks.TURNS)
    whole = await client.text_to_speech.convert_with_timestamps("luna", text=text, output_format="pcm_24000")
    seconds = pcm_seconds(base64.b64decode(whole.audio_base_64))
    times = whole.alignment
    words = words_of(times.characters, times.character_start_times_seconds)
    checks.check_words(words, text, seconds)

    stream = client.text_to_speech.stream_with_timestamps("luna", text=text, output_format="pcm_24000")
    parts = [part async for part in stream]
    seconds = pcm_seconds(b"".join(base64.b64decode(part.audio_base_64) for part in parts))
    aligned = [part.alignment for part in parts if part.alignment]
    characters = [character for times in aligned for character in times.characters]
    starts = [start for times in aligned for start in times.character_start_times_seconds]
    checks.check_words(words_of(characters, starts), text, seconds)


async def elevenlabs_wrong_key() -> None:
    try:
        await elevenlabs_speech(elevenlabs_client(checks.WRONG_KEY), "Hello.")
    except ElevenLabsError as error:
        assert error.status_code == 401 and error.body["detail"]["status"] == "invalid_api_key", error
        return
    raise AssertionError("the wrong key was accepted")


def realtime_speech(texts: list[str], pause_s: float = 0, key: str = checks.KEY, parts: int | None = None) -> bytes:
    """`convert_realtime` of the synchronous SDK, which has no other; it blocks."""
    client = ElevenLabs(base_url=checks.URL, api_key=key).text_to_speech
    client._ws_base_url = checks.SOCKET_URL  # it knows TLS only

    def write():
        for index, text in enumerate(texts):
            if index == len(texts) - 1:
                time.sleep(pause_s)
            yield text

    samples = b""
    speech = client.convert_realtime("luna", text=write(), model_id="eleven_flash_v2_5", output_format="pcm_24000")
    for part in speech:
        samples += part
        if parts is not None:
            speech.close()
            break
    return samples


async def realtime_turns() -> None:
    for text in checks.TURNS:
        check_pcm(await asyncio.to_thread(realtime_speech, [text]), text)


async def realtime_pause() -> None:
    pieces = [checks.BEFORE_PAUSE, checks.AFTER_PAUSE]
    check_pcm(await asyncio.to_thread(realtime_speech, pieces, checks.PAUSE_S), "".join(pieces))


async def realtime_barge_in() -> None:
    async def interrupt() -> None:
        await asyncio.to_thread(realtime_speech, [checks.INTERRUPTED], parts=1)

    await same_after(interrupt, lambda: asyncio.to_thread(realtime_speech, [checks.TURNS[1]]))


async def realtime_long_text() -> None:
    check_pcm(await asyncio.to_thread(realtime_speech, [checks.LONG]), checks.LONG)


async def realtime_wrong_key() -> None:
    try:
        await asyncio.to_thread(realtime_speech, ["Hello."], key=checks.WRONG_KEY)
    except websockets.exceptions.InvalidStatus as error:  # the SDK passes it on
        assert error.response.status_code == 401, error
        return
    raise AssertionError("the wrong key was accepted")


# Cartesia


CARTESIA_PCM = {"container": "raw", "encoding": "pcm_s16le", "sample_rate": PCM_RATE}
CARTESIA_SPEECH = {"model_id": "sonic-3", "voice": {"mode": "id", "id": "luna"}, "output_format": CARTESIA_PCM}


def cartesia_client(key: str = checks.KEY) -> AsyncCartesia:
    return AsyncCartesia(base_url=checks.URL, websocket_base_url=checks.SOCKET_URL, api_key=key, max_retries=0)


async def cartesia_speech(client: AsyncCartesia, text: str) -> bytes:
    speech = await client.tts.generate(transcript=text, **CARTESIA_SPEECH)
    return await speech.read()


async def cartesia_turns() -> None:
    client = cartesia_client()
    for text in checks.TURNS:
        check_pcm(await cartesia_speech(client, text), text)
    voices = [voice.id async for voice in client.voices.list(limit=100)]
    assert "luna" in voices and len(set(voices)) == len(voices)
    assert (await client.voices.get("luna")).name == "Luna"
    token = (await client.access_token.create(expires_in=60, grants={"tts": True})).token
    check_pcm(await cartesia_speech(cartesia_client(token), checks.TURNS[0]), checks.TURNS[0])


async def cartesia_barge_in() -> None:
    client = cartesia_client()

    async def interrupt() -> None:
        speech = client.tts.with_streaming_response.generate(transcript=checks.INTERRUPTED, **CARTESIA_SPEECH)
        async with speech as response:
            await anext(response.iter_bytes())

    await same_after(interrupt, lambda: cartesia_speech(client, checks.TURNS[1]))


async def cartesia_long_text() -> None:
    check_pcm(await cartesia_speech(cartesia_client(), checks.LONG), checks.LONG)


async def cartesia_word_times() -> None:
    text = " ".join(checks.TURNS)
    events = await cartesia_client().tts.generate_sse(transcript=text, add_timestamps=True, **CARTESIA_SPEECH)
    samples = b""
    words: list[checks.Word] = []
    async for event in events:
        if event.type == "chunk":
            samples += base64.b64decode(event.data)
        if event.type == "timestamps":
            words += zip(event.word_timestamps.words, event.word_timestamps.start, strict=True)
    checks.check_words(words, text, pcm_seconds(samples))


async def cartesia_wrong_key() -> None:
    try:
        await cartesia_speech(cartesia_client(checks.WRONG_KEY), "Hello.")
    except CartesiaRefusal as error:
        assert error.status_code == 401 and error.body["title"] == "Unauthorized", error
        return
    raise AssertionError("the wrong key was accepted")


class CartesiaSpeech:
    """What came of a context."""

    def __init__(self) -> None:
        self.samples = b""
        self.words: list[checks.Word] = []

    def add(self, event) -> None:
        if event.type == "chunk":
            self.samples += event.audio
        elif event.type == "timestamps":
            times = event.word_timestamps
            self.words += zip(times.words, times.start, strict=True)
        else:
            assert event.type == "done", event


async def cartesia_context(connection, texts: list[str], pause_s: float = 0) -> CartesiaSpeech:
    context = connection.context(add_timestamps=True, **CARTESIA_SPEECH)

    async def write() -> None:
        for index, text in enumerate(texts):
            if index == len(texts) - 1:
                await asyncio.sleep(pause_s)
            await context.push(text)
        await context.no_more_inputs()

    writing = asyncio.create_task(write())
    speech = CartesiaSpeech()
    async for event in context.receive():
        speech.add(event)
    await writing
    return speech


async def cartesia_socket_turns() -> None:
    async with cartesia_client().tts.websocket_connect() as connection:
        for text in checks.TURNS:
            check_pcm((await cartesia_context(connection, [text])).samples, text)
        both = [cartesia_context(connection, [text]) for text in checks.TURNS]
        for text, speech in zip(checks.TURNS, await asyncio.gather(*both), strict=True):
            check_pcm(speech.samples, text)


async def cartesia_socket_pause() -> None:
    async with cartesia_client().tts.websocket_connect() as connection:
        texts = [checks.BEFORE_PAUSE, checks.AFTER_PAUSE]
        check_pcm((await cartesia_context(connection, texts, checks.PAUSE_S)).samples, "".join(texts))


async def cartesia_socket_barge_in() -> None:
    async with cartesia_client().tts.websocket_connect() as connection:

        async def interrupt() -> None:
            context = connection.context(**CARTESIA_SPEECH)
            await context.push(checks.INTERRUPTED)
            async for event in context.receive():
                if event.type == "chunk":
                    await context.cancel()
                    return

        async def speak() -> bytes:
            return (await cartesia_context(connection, [checks.TURNS[1]])).samples

        await same_after(interrupt, speak)


async def cartesia_socket_long_text() -> None:
    async with cartesia_client().tts.websocket_connect() as connection:
        check_pcm((await cartesia_context(connection, [checks.LONG])).samples, checks.LONG)


async def cartesia_socket_word_times() -> None:
    text = " ".join(checks.TURNS)
    async with cartesia_client().tts.websocket_connect() as connection:
        speech = await cartesia_context(connection, [text])
        checks.check_words(speech.words, text, pcm_seconds(speech.samples))


async def cartesia_socket_wrong_key() -> None:
    try:
        async with cartesia_client(checks.WRONG_KEY).tts.websocket_connect():
            raise AssertionError("the wrong key was accepted")
    except websockets.exceptions.InvalidStatus as error:
        assert error.response.status_code == 401, error


# Wyoming


def wyoming_client() -> AsyncTcpClient:
    return AsyncTcpClient("127.0.0.1", checks.WYOMING_PORT, connect_timeout=10, read_timeout=60)


async def wyoming_audio(client: AsyncTcpClient, end: str) -> float:
    """Seconds of audio until an event of the type."""
    seconds = 0.0
    while True:
        event: Event | None = await client.read_event()
        assert event is not None, "the server closed the connection"
        assert not Error.is_type(event.type), Error.from_event(event)
        if AudioChunk.is_type(event.type):
            seconds += AudioChunk.from_event(event).seconds
        if event.type == end:
            return seconds


async def wyoming_stream(client: AsyncTcpClient, pieces: list[str], pause_s: float = 0) -> float:
    """As Home Assistant writes: chunks, then the whole text for servers that do not know them."""
    await client.write_event(SynthesizeStart(voice=SynthesizeVoice(name="luna")).event())
    for index, piece in enumerate(pieces):
        if index == len(pieces) - 1:
            await asyncio.sleep(pause_s)
        await client.write_event(SynthesizeChunk(text=piece).event())
    await client.write_event(Synthesize(text="".join(pieces)).event())
    await client.write_event(SynthesizeStop().event())
    return await wyoming_audio(client, SynthesizeStopped().event().type)


async def wyoming_turns() -> None:
    async with wyoming_client() as client:
        await client.write_event(Describe().event())
        program = Info.from_event(await client.read_event()).tts[0]
        assert program.supports_synthesize_streaming and "luna" in {voice.name for voice in program.voices}
        await client.write_event(Ping(text="here").event())
        assert Pong.from_event(await client.read_event()).text == "here"
        for text in checks.TURNS:
            checks.check_seconds(await wyoming_stream(client, [text]), text)
            await client.write_event(Synthesize(text=text).event())
            checks.check_seconds(await wyoming_audio(client, "audio-stop"), text)


async def wyoming_pause() -> None:
    pieces = [checks.BEFORE_PAUSE, checks.AFTER_PAUSE]
    async with wyoming_client() as client:
        checks.check_seconds(await wyoming_stream(client, pieces, checks.PAUSE_S), "".join(pieces))


async def wyoming_barge_in() -> None:
    """Home Assistant leaves the connection."""
    async with wyoming_client() as client:
        undisturbed = await wyoming_stream(client, [checks.TURNS[1]])
    for _ in range(3):
        async with wyoming_client() as client:
            await client.write_event(Synthesize(text=checks.INTERRUPTED).event())
            await wyoming_audio(client, "audio-start")
        async with wyoming_client() as client:
            checks.check_undisturbed(await wyoming_stream(client, [checks.TURNS[1]]), undisturbed)


def example(file: str, written: str) -> Callable[[], Awaitable[None]]:
    """Runs a program of examples/ that writes a file of audio."""

    async def check() -> None:
        with TemporaryDirectory() as folder:
            program = await asyncio.create_subprocess_exec(sys.executable, str(EXAMPLES / file), cwd=folder)
            assert await program.wait() == 0, file
            assert (Path(folder) / written).stat().st_size > 8000, written

    return check


async def wyoming_long_text() -> None:
    async with wyoming_client() as client:
        checks.check_seconds(await wyoming_stream(client, [checks.LONG]), checks.LONG)


asyncio.run(
    checks.run(
        [
            ("OpenAI Python", "openai", "turns", openai_turns),
            ("OpenAI Python", "openai", "barge-in", openai_barge_in),
            ("OpenAI Python", "openai", "long text", openai_long_text),
            ("OpenAI Python", "openai", "wrong key", openai_wrong_key),
            ("OpenAI Python", "openai", "example", example("openai_say.py", "hello.mp3")),
            ("Deepgram Python, HTTP", "deepgram-sdk", "turns", deepgram_http_turns),
            ("Deepgram Python, HTTP", "deepgram-sdk", "long text", deepgram_http_long_text),
            ("Deepgram Python, HTTP", "deepgram-sdk", "wrong key", deepgram_http_wrong_key),
            ("Deepgram Python, WebSocket", "deepgram-sdk", "turns", deepgram_turns),
            ("Deepgram Python, WebSocket", "deepgram-sdk", "pause", deepgram_pause),
            ("Deepgram Python, WebSocket", "deepgram-sdk", "barge-in", deepgram_barge_in),
            ("Deepgram Python, WebSocket", "deepgram-sdk", "long text", deepgram_long_text),
            ("Deepgram Python, WebSocket", "deepgram-sdk", "wrong key", deepgram_wrong_key),
            ("ElevenLabs Python, HTTP", "elevenlabs", "turns", elevenlabs_turns),
            ("ElevenLabs Python, HTTP", "elevenlabs", "barge-in", elevenlabs_barge_in),
            ("ElevenLabs Python, HTTP", "elevenlabs", "long text", elevenlabs_long_text),
            ("ElevenLabs Python, HTTP", "elevenlabs", "word times", elevenlabs_word_times),
            ("ElevenLabs Python, HTTP", "elevenlabs", "wrong key", elevenlabs_wrong_key),
            ("ElevenLabs Python, WebSocket", "elevenlabs", "turns", realtime_turns),
            ("ElevenLabs Python, WebSocket", "elevenlabs", "pause", realtime_pause),
            ("ElevenLabs Python, WebSocket", "elevenlabs", "barge-in", realtime_barge_in),
            ("ElevenLabs Python, WebSocket", "elevenlabs", "long text", realtime_long_text),
            ("ElevenLabs Python, WebSocket", "elevenlabs", "wrong key", realtime_wrong_key),
            ("Cartesia Python, HTTP", "cartesia", "turns", cartesia_turns),
            ("Cartesia Python, HTTP", "cartesia", "barge-in", cartesia_barge_in),
            ("Cartesia Python, HTTP", "cartesia", "long text", cartesia_long_text),
            ("Cartesia Python, HTTP", "cartesia", "word times", cartesia_word_times),
            ("Cartesia Python, HTTP", "cartesia", "wrong key", cartesia_wrong_key),
            ("Cartesia Python, WebSocket", "cartesia", "turns", cartesia_socket_turns),
            ("Cartesia Python, WebSocket", "cartesia", "pause", cartesia_socket_pause),
            ("Cartesia Python, WebSocket", "cartesia", "barge-in", cartesia_socket_barge_in),
            ("Cartesia Python, WebSocket", "cartesia", "long text", cartesia_socket_long_text),
            ("Cartesia Python, WebSocket", "cartesia", "word times", cartesia_socket_word_times),
            ("Cartesia Python, WebSocket", "cartesia", "wrong key", cartesia_socket_wrong_key),
            ("Wyoming Python", "wyoming", "turns", wyoming_turns),
            ("Wyoming Python", "wyoming", "pause", wyoming_pause),
            ("Wyoming Python", "wyoming", "barge-in", wyoming_barge_in),
            ("Wyoming Python", "wyoming", "long text", wyoming_long_text),
            ("Wyoming Python", "wyoming", "example", example("wyoming_say.py", "hello.wav")),
        ]
    )
)
