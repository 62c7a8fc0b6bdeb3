"""Deepgram's SDK for Python on Flux."""

import asyncio

import checks
from deepgram import AsyncDeepgramClient
from deepgram.core.api_error import ApiError
from deepgram.environment import DeepgramClientEnvironment
from deepgram.speak.v2.types import SpeakV2Interrupt, SpeakV2InterruptPlaybackOffset, SpeakV2Speak

PCM_RATE = 24000


def connect(key: str = checks.KEY):
    url, socket_url = checks.URL, checks.SOCKET_URL
    environment = DeepgramClientEnvironment(base=url, production=socket_url, agent=socket_url, agent_rest=url)
    client = AsyncDeepgramClient(api_key=key, environment=environment)
    return client.speak.v2.connect(model="flux-haley-en", encoding="linear16", sample_rate=str(PCM_RATE))


async def until(socket, name: str):
    """The message of that name, and the seconds of audio before it."""
    samples = 0
    while True:
        message = await socket.recv()
        if isinstance(message, bytes):
            samples += len(message) // 2
        elif message.type == name:
            return message, samples / PCM_RATE
        else:
            assert message.type not in ("Error", "Warning"), message


async def speak(socket, pieces: list[str], pause_s: float = 0) -> float:
    for index, piece in enumerate(pieces):
        if index == len(pieces) - 1:
            await asyncio.sleep(pause_s)
        await socket.send_speak(SpeakV2Speak(text=piece))
    await socket.send_flush()
    metadata, seconds = await until(socket, "SpeechMetadata")
    assert abs(metadata.audio_duration_ms - 1000 * seconds) < 2, metadata
    assert metadata.input_character_count == len("".join(pieces)), metadata
    return seconds


async def turns() -> None:
    async with connect() as socket:
        total = 0.0
        for text in checks.TURNS:
            seconds = await speak(socket, [text])
            checks.check_seconds(seconds, text)
            total += seconds
        await socket.send_close()
        totals, _ = await until(socket, "SessionMetadata")
        assert abs(totals.total_audio_duration_ms - 1000 * total) < 2, totals


async def pause() -> None:
    async with connect() as socket:
        pieces = [checks.BEFORE_PAUSE, checks.AFTER_PAUSE]
        checks.check_seconds(await speak(socket, pieces, checks.PAUSE_S), "".join(pieces))


async def barge_in() -> None:
    async with connect() as socket:
        undisturbed = await speak(socket, [checks.TURNS[1]])
        for _ in range(3):
            await socket.send_speak(SpeakV2Speak(text=checks.INTERRUPTED))
            while not isinstance(await socket.recv(), bytes):
                pass
            await socket.send_interrupt()
            interrupted, _ = await until(socket, "SpeechInterrupted")
            assert interrupted.text_spoken is None, interrupted
            checks.check_undisturbed(await speak(socket, [checks.TURNS[1]]), undisturbed)


async def long_text() -> None:
    async with connect() as socket:
        checks.check_seconds(await speak(socket, [checks.LONG]), checks.LONG)


async def heard_text() -> None:
    async with connect() as socket:
        before_ms = 0
        for played_s in checks.PLAYED_S:
            await speak(socket, [checks.REPLY])
            offset = SpeakV2InterruptPlaybackOffset(value=before_ms + round(1000 * played_s))
            await socket.send_interrupt(SpeakV2Interrupt(playback_offset=offset))
            answer, _ = await until(socket, "SpeechInterrupted")
            assert answer.text_spoken + answer.text_remaining == checks.REPLY, answer
            checks.check_heard(answer.text_spoken, played_s)
            before_ms = answer.audio_played_ms


async def wrong_key() -> None:
    try:
        async with connect(checks.WRONG_KEY):
            raise AssertionError("the wrong key was accepted")
    except ApiError as error:
        assert error.status_code == 401, error


CLIENT = ("Deepgram Python, Flux", "deepgram-sdk")

asyncio.run(
    checks.run(
        [
            (*CLIENT, "turns", turns),
            (*CLIENT, "pause", pause),
            (*CLIENT, "barge-in", barge_in),
            (*CLIENT, "long text", long_text),
            (*CLIENT, "heard text", heard_text),
            (*CLIENT, "wrong key", wrong_key),
        ]
    )
)
